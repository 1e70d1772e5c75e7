package io.argus.bench.scale;

import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Figure;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A region server that reports what an evenly loaded one would: each window draws the counts of
 * each active tenant anew around its rates. The others are idle, with blocks in the cache.
 *
 * <p>Used by one thread.
 */
final class SimulatedServer {
  private static final long CACHE_BYTES = 20L << 30;
  private static final int BLOCK_BYTES = 65_536;
  private static final int KNOWN_STEPS = 20;
  private static final List<ComponentStatus> COMPONENTS =
      List.of(
          ComponentStatus.active(Component.BACKGROUND),
          ComponentStatus.active(Component.CACHE),
          ComponentStatus.active(Component.METRICS),
          ComponentStatus.active(Component.PLAN),
          ComponentStatus.active(Component.REPORT),
          ComponentStatus.active(Component.SCANS),
          ComponentStatus.active(Component.SCHEDULER),
          ComponentStatus.active(Component.SETTINGS),
          ComponentStatus.active(Component.WRITES));

  private final String name;
  private final ClusterSize size;
  private final Random random;
  private final int firstActive;

  SimulatedServer(int index, ClusterSize size) {
    this.name = "regionserver-" + index + ".example.com,16020,1800000000000";
    this.size = size;
    this.random = new Random(index);
    this.firstActive = random.nextInt(size.tenants());
  }

  static TenantId tenant(int index) {
    return TenantId.of(String.format(Locale.ROOT, "team_%03d_orders", index));
  }

  String name() {
    return name;
  }

  /** The report of the window that ends now. */
  UsageReport report(long endMillis, double seconds, long planVersion) {
    List<TenantUsage> usages = new ArrayList<>();
    for (int t = 0; t < size.tenants(); t++) {
      boolean active = (t - firstActive + size.tenants()) % size.tenants() < size.active();
      usages.add(active ? active(t, seconds).build() : idle(t));
    }
    return report(endMillis, seconds, planVersion, usages);
  }

  /** The same of the active tenants alone, with all figures and totals that a real one has. */
  UsageReport metered(long endMillis, double seconds, long planVersion) {
    List<TenantUsage> usages = new ArrayList<>();
    for (int k = 0; k < size.active(); k++) {
      int t = (firstActive + k) % size.tenants();
      long[] totals = new long[UsageCounter.COUNT];
      Arrays.setAll(totals, i -> (1 + t) * endMillis / (1 + i));
      usages.add(
          active(t, seconds)
              .cpuFraction(0.01)
              .set(Figure.RESPONSE_P99, (double) percentiles(900_000).p99Nanos())
              .set(Figure.CLIENT_BYTES, drawn(9_000, seconds))
              .set(Figure.MEMSTORE_SHARE_BYTES, (double) heldBytes(t))
              .totals(UsageCounters.of(totals))
              .build());
    }
    return report(endMillis, seconds, planVersion, usages);
  }

  private UsageReport report(
      long endMillis, double seconds, long planVersion, List<TenantUsage> usages) {
    return new UsageReport(
            name, endMillis, seconds, planVersion, CACHE_BYTES, 4e8, COMPONENTS, usages)
        .with(ServerSetup.of(Settings.defaults(), List.of(), 30, 16, ""));
  }

  private TenantUsage.Builder active(int t, double seconds) {
    double gets = drawn(20 + t % 50, seconds);
    double puts = drawn(5 + t % 10, seconds);
    double misses = drawn(10 + t % 30, seconds);
    double[] hits = new double[MissRatioCurve.STEPS];
    for (int k = 0; k < KNOWN_STEPS; k++) {
      hits[k] = drawn(60.0 / (k + 1), seconds);
    }
    return TenantUsage.builder(tenant(t))
        .operations(RequestKind.GET, gets)
        .operations(RequestKind.MULTI, drawn(2, seconds))
        .operations(RequestKind.SCAN, drawn(3, seconds))
        .operations(RequestKind.WRITE, puts)
        .keyRepeatRatio(0.2 + 0.1 * random.nextDouble())
        .cache(heldBytes(t), 2 * heldBytes(t), 3 * gets, misses)
        .hdfs(misses * BLOCK_BYTES, puts * 1_200)
        .set(Figure.IO_COST_FACTOR, 0.9 + 0.2 * random.nextDouble())
        .handlerFraction(gets / 9_000)
        .waits(gets / 5_000, misses / 300, misses / 200)
        .queue(random.nextInt(3), 0, random.nextDouble())
        .set(Figure.DELAYED_READS, misses / 3)
        .latencies(percentiles(40_000), percentiles(2_000_000), percentiles(900_000))
        .missRatioCurve(MissRatioCurve.of(hits, drawn(10, seconds), gets * seconds / 4));
  }

  private static TenantUsage idle(int t) {
    return TenantUsage.builder(tenant(t)).cache(heldBytes(t), 2 * heldBytes(t), 0, 0).build();
  }

  private static long heldBytes(int t) {
    return 30_000_000L + 12_345L * t;
  }

  private Percentiles percentiles(long nanos) {
    long p50 = (long) (nanos * (0.5 + random.nextDouble()));
    return new Percentiles(p50, 3 * p50, 9 * p50);
  }

  /** A rate as it is counted in a window: a Poisson count, nearly, over its length. */
  private double drawn(double perSecond, double seconds) {
    double mean = perSecond * seconds;
    return Math.max(0, Math.rint(mean + Math.sqrt(mean) * random.nextGaussian())) / seconds;
  }
}
