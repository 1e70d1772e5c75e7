package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.plans.PlanStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.math3.random.JDKRandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Servers whose tenants are on all of them. Half of the tenants are light: their operations arrive
 * at random, at constant rates. The others use what the plan gives them of cache and disk.
 */
@Tag("long")
class SteadinessOfManyServersTest {
  /** With 100 it takes some minutes. */
  private static final int SERVERS = Integer.getInteger("steadiness.servers", 20);

  private static final int TENANTS = 50;
  private static final double WINDOW_SECONDS = 2;
  private static final long CACHE_BYTES = 10L << 30;
  private static final double BLOCK_BYTES = 65_536;
  private static final double READS_PER_SECOND = 1_500;
  private static final double MISSES_OF_LIGHT = 0.4;
  private static final int WARM_UP_TICKS = 60;

  private static final int DECISIONS = Integer.getInteger("steadiness.decisions", 40);
  private static final int TICKS_TO_DECISION = 5;

  private static final int TICKS_TO_RESTART = 50;

  private final JDKRandomGenerator random = new JDKRandomGenerator(5);
  private final double[] lightRates = new double[TENANTS];

  /** Parts of the cache that would hold all of a tenant's data on a server. */
  private final double[] data = new double[TENANTS];

  /** Starts of each server so far; 0 while it is away. */
  private final int[] starts = new int[SERVERS];

  private final double[] operations = new double[TENANTS];
  private final Map<String, String> keys = new HashMap<>();
  private final InMemoryDocuments store = new InMemoryDocuments();
  private long nowMillis = 1_000_000;

  private final class Servers implements ClusterView {
    @Override
    public ReceivedReports usageReports(long nowMillis) throws IOException {
      return ReceivedReports.of(reports());
    }

    @Override
    public Set<TenantId> tenants() {
      Set<TenantId> tenants = new TreeSet<>();
      for (int i = 0; i < TENANTS; i++) {
        tenants.add(tenant(i));
      }
      return tenants;
    }
  }

  private static TenantId tenant(int number) {
    return TenantId.of(String.format("t%02d", number));
  }

  private static boolean isLight(int tenant) {
    return tenant % 2 == 0;
  }

  private static String server(int number) {
    return String.format("rs%03d,16020,", number);
  }

  private double poisson(double mean) {
    return Poisson.count(random, mean);
  }

  private Plan plan() throws IOException {
    return PlanStore.read(store, new ArrayList<>()).orElseGet(() -> Plan.equal(0, 0, List.of()));
  }

  private double missRatio(int tenant, double cacheShare) {
    return isLight(tenant) ? MISSES_OF_LIGHT : Math.max(.02, 1 - cacheShare / data[tenant]);
  }

  /** Operations per second of each tenant on each server: its slowest server decides. */
  private double[] rates(Plan plan) {
    double[] rates = lightRates.clone();
    double left = READS_PER_SECOND - MISSES_OF_LIGHT * Arrays.stream(lightRates).sum();
    for (int s = 0; s < SERVERS; s++) {
      double sum = 0;
      for (int i = 1; i < TENANTS; i += 2) {
        sum += reservation(plan, s, i).hdfsShare();
      }
      for (int i = 1; i < TENANTS; i += 2) {
        Reservation there = reservation(plan, s, i);
        double local = left * there.hdfsShare() / sum / missRatio(i, there.cacheShare());
        rates[i] = s == 0 ? local : Math.min(rates[i], local);
      }
    }
    return rates;
  }

  private Reservation reservation(Plan plan, int server, int tenant) {
    return plan.reservation(tenant(tenant), server(server) + starts[server])
        .orElse(Reservation.of(tenant(tenant), 1.0 / TENANTS, 1.0 / TENANTS));
  }

  private Map<String, byte[]> reports() throws IOException {
    Plan plan = plan();
    double[] rates = rates(plan);
    System.arraycopy(rates, 0, operations, 0, TENANTS);
    Map<String, byte[]> reports = new HashMap<>();
    for (int s = 0; s < SERVERS; s++) {
      if (starts[s] == 0) {
        continue;
      }
      List<TenantUsage> usages = new ArrayList<>();
      for (int i = 0; i < TENANTS; i++) {
        usages.add(usage(i, rates[i], reservation(plan, s, i).cacheShare()));
      }
      UsageReport report =
          new UsageReport(
              server(s) + starts[s],
              nowMillis,
              WINDOW_SECONDS,
              plan.version(),
              CACHE_BYTES,
              READS_PER_SECOND * BLOCK_BYTES,
              List.of(),
              usages);
      reports.put(report.server(), WireFormat.write(report));
    }
    return reports;
  }

  private TenantUsage usage(int tenant, double rate, double cacheShare) {
    double done = poisson(rate * WINDOW_SECONDS) / WINDOW_SECONDS;
    double expected = done * missRatio(tenant, cacheShare);
    double misses = Math.min(done, poisson(expected * WINDOW_SECONDS) / WINDOW_SECONDS);
    boolean light = isLight(tenant);
    long cached = (long) (cacheShare * (light ? .5 : 1) * CACHE_BYTES);
    return TenantUsage.builder(tenant(tenant))
        .operations(RequestKind.GET, done)
        .keyRepeatRatio(0.1)
        .cache(cached, (long) (cacheShare * CACHE_BYTES), 3 * done - misses, misses)
        .hdfs(misses * BLOCK_BYTES, 0)
        .handlerFraction(done * 50e-6)
        .queue(light ? 0 : 20, 0, light ? .02 : .9 + .1 * random.nextDouble())
        .waits(light ? 0 : 1, light ? 0 : 20, misses * 2e-3)
        .missRatioCurve(light ? MissRatioCurve.NONE : missRatioCurve(tenant, done))
        .build();
  }

  /** As it would be sampled: two of three lookups always hit, one is uniform over the data. */
  private MissRatioCurve missRatioCurve(int tenant, double done) {
    double[] hits = new double[MissRatioCurve.STEPS];
    double before = 0;
    for (int k = 0; k < hits.length; k++) {
      double within = 1 - missRatio(tenant, Math.pow((k + 1.0) / hits.length, 2));
      double expected = done * (within - before + (k == 0 ? 2 : 0));
      hits[k] = poisson(expected * WINDOW_SECONDS) / WINDOW_SECONDS;
      before = within;
    }
    return MissRatioCurve.of(hits, done * (1 - before), done * WINDOW_SECONDS);
  }

  private List<String> plans(MasterPlanner planner, int ticks, boolean restarts)
      throws IOException {
    List<String> plans = new ArrayList<>();
    for (int k = 0; k < ticks; k++) {
      if (restarts && k % TICKS_TO_RESTART == 20) {
        starts[k / TICKS_TO_RESTART] = 0;
      } else if (restarts && k % TICKS_TO_RESTART == 22) {
        starts[k / TICKS_TO_RESTART] = 2;
      }
      nowMillis += 2_000;
      int writes = store.planWrites;
      planner.tick(nowMillis);
      if (store.planWrites > writes) {
        plans.add(k + ": " + plan().explanation().reason());
      }
    }
    return plans;
  }

  /** Ten of the tenants have SLOs that can just be met. */
  @Test
  void atMostTwoPlansInAHundredDecisionsThoughServersRestart() throws IOException {
    Arrays.fill(starts, 1);
    for (int i = 0; i < TENANTS; i++) {
      lightRates[i] = isLight(i) ? 3 + 20 * random.nextDouble() : 0;
      data[i] = .03 + .1 * random.nextDouble();
    }
    MasterPlanner planner = new MasterPlanner(new Servers(), store, () -> Settings.read(keys::get));
    plans(planner, WARM_UP_TICKS, false);
    List<String> slos = new ArrayList<>();
    for (int i = 1; i < 20; i += 2) {
      slos.add(tenant(i) + ":ops=" + (int) (.9 * SERVERS * operations[i]));
    }
    keys.put("argus.slos", String.join(",", slos));
    plans(planner, WARM_UP_TICKS, false);
    assertThat(plans(planner, DECISIONS * TICKS_TO_DECISION, true))
        .hasSizeLessThanOrEqualTo(Math.max(1, DECISIONS / 50));
  }
}
