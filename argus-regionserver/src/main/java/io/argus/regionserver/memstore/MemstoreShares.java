package io.argus.regionserver.memstore;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which tenants hold more of the memstores than their part while these fill up.
 *
 * <p>Idea: the platform flushes the largest region above its lower mark, and above its limit it
 * blocks the writes of everybody. Before that, whoever is beyond its part is flushed, and a little
 * later its writes are held back. What tenants may have of a threshold is divided by weight, and
 * what some do not use is divided among the others: max-min fairness. What somebody has too much is
 * there until it is flushed; so the more is full, the less is divided, down to an eighth. A tenant
 * within an eighth of its share waits for nobody, whatever the others write.
 *
 * <p>Nothing is done below a threshold, and nothing while only one tenant writes: it may use
 * everything, and the platform's own marks hold.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads.
 *
 * @param <R> type of a region
 */
final class MemstoreShares<R> {
  /** Of the platform's lower mark: from here on, who is beyond its part is flushed. */
  static final double FLUSH_AT = 0.75;

  /** Of the platform's lower mark: from here on, the writes of who is beyond its part wait. */
  static final double HOLD_AT = 0.85;

  /** Where as little as possible is divided: the platform's limit is somewhat above. */
  private static final double FULL = 1;

  private static final double MIN_PART = 1.0 / 8;

  /** How often to look while memstores fill up. */
  static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** For how long a tenant whose memstores grew counts as one that writes. */
  private static final long WRITES_NANOS = TimeUnit.SECONDS.toNanos(10);

  private Map<TenantId, Holding<R>> before = Collections.emptyMap();
  private double pressureBefore = Double.POSITIVE_INFINITY;
  private long lookedNanos;

  /** The memstores of one region at one look. Immutable. */
  static final class Region<R> {
    final @Nullable TenantId tenant;
    final R region;
    final long bytes;

    /**
     * @param tenant null for a table of the platform's own
     */
    Region(@Nullable TenantId tenant, R region, long bytes) {
      this.tenant = tenant;
      this.region = region;
      this.bytes = bytes;
    }
  }

  /** What one tenant holds of the memstores at one look; changed during that look only. */
  static final class Holding<R> {
    final TenantId tenant;
    private final double weight;
    private long bytes;
    private double shareBytes;
    private Region<R> largest;
    private long grewNanos;
    private boolean writes;
    private boolean held;

    private Holding(TenantId tenant, double weight, Region<R> first) {
      this.tenant = tenant;
      this.weight = weight;
      this.largest = first;
    }

    private void add(Region<R> region) {
      bytes += region.bytes;
      largest = region.bytes > largest.bytes ? region : largest;
    }

    /** Whoever is held back would write. */
    private void compare(@Nullable Holding<R> last, long nowNanos) {
      boolean grew = bytes > (last == null ? 0 : last.bytes) || (last != null && last.held);
      grewNanos = grew || last == null ? nowNanos : last.grewNanos;
      writes = grew || (last != null && last.writes && nowNanos - grewNanos < WRITES_NANOS);
    }

    private double bytesByWeight() {
      return bytes / weight;
    }

    /** Bytes of its memstores, with what is being flushed. */
    long bytes() {
      return bytes;
    }

    /** Bytes that it may have at least, beside all others that hold any, before its writes wait. */
    double shareBytes() {
      return shareBytes;
    }
  }

  /** What was found and is to be done until the next look. Immutable. */
  static final class Decision<R> {
    final Collection<Holding<R>> holdings;

    /** Whose writes are to wait. */
    final Set<TenantId> held;

    /** To be flushed: the largest region of each tenant beyond its part. */
    final List<R> flushes;

    private Decision(Collection<Holding<R>> holdings, Set<TenantId> held, List<R> flushes) {
      this.holdings = Collections.unmodifiableCollection(holdings);
      this.held = Collections.unmodifiableSet(held);
      this.flushes = Collections.unmodifiableList(flushes);
    }
  }

  /**
   * Looks at all regions of the server.
   *
   * @param pressure as {@link MemstoreRegions#pressure} returns it
   * @param weight of a tenant, above 0
   */
  Decision<R> look(
      List<Region<R>> regions, double pressure, ToDoubleFunction<TenantId> weight, long nowNanos) {
    Map<TenantId, Holding<R>> holdings = new HashMap<>();
    long total = 0;
    long ownerless = 0;
    for (Region<R> each : regions) {
      total += each.bytes;
      if (each.tenant == null) {
        ownerless += each.bytes;
      } else {
        TenantId tenant = each.tenant;
        holdings
            .computeIfAbsent(tenant, t -> new Holding<>(t, weight.applyAsDouble(t), each))
            .add(each);
      }
    }
    holdings.values().forEach(each -> each.compare(before.get(each.tenant), nowNanos));
    before = holdings;
    double markBytes = pressure > 0 ? total / pressure : 0;
    double growth = growth(pressure, nowNanos);
    divide(holdings.values(), HOLD_AT * markBytes - ownerless);
    return decide(holdings.values(), pressure, growth, markBytes, ownerless);
  }

  /** By how much the pressure is expected to grow until the next look. */
  private double growth(double pressure, long nowNanos) {
    double looks = Math.max(1, (double) (nowNanos - lookedNanos) / LOOK_NANOS);
    double growth = Math.max(0, pressure - pressureBefore) / looks;
    pressureBefore = pressure;
    lookedNanos = nowNanos;
    return growth;
  }

  /** Sets what each tenant that holds any may have beside the others. */
  private void divide(Collection<Holding<R>> holdings, double bytes) {
    double weights = 0;
    for (Holding<R> each : holdings) {
      weights += each.bytes > 0 ? each.weight : 0;
    }
    for (Holding<R> each : holdings) {
      each.shareBytes = each.bytes > 0 ? Math.max(0, bytes) * each.weight / weights : 0;
    }
  }

  private Decision<R> decide(
      Collection<Holding<R>> holdings,
      double pressure,
      double growth,
      double markBytes,
      long ownerless) {
    Set<TenantId> held = new HashSet<>();
    List<R> flushes = new ArrayList<>();
    if (holdings.stream().filter(each -> each.writes).count() > 1) {
      if (pressure >= FLUSH_AT) {
        for (Holding<R> each : beyond(holdings, FLUSH_AT * markBytes - ownerless)) {
          flushes.add(each.largest.region);
        }
      }
      double expected = pressure + growth;
      if (expected >= HOLD_AT) {
        double part = Math.max(MIN_PART, (FULL - expected) / (FULL - HOLD_AT));
        for (Holding<R> each : beyond(holdings, part * HOLD_AT * markBytes - ownerless)) {
          each.held = true;
          held.add(each.tenant);
        }
      }
    }
    return new Decision<>(holdings, held, flushes);
  }

  /** Who holds more than its part of that many bytes. */
  private List<Holding<R>> beyond(Collection<Holding<R>> holdings, double bytes) {
    List<Holding<R>> rising = new ArrayList<>(holdings);
    rising.sort(Comparator.comparingDouble(Holding::bytesByWeight));
    double weights = rising.stream().mapToDouble(each -> each.weight).sum();
    double left = Math.max(0, bytes);
    for (int i = 0; i < rising.size(); i++) {
      Holding<R> each = rising.get(i);
      if (each.bytesByWeight() * weights > left) {
        return rising.subList(i, rising.size());
      }
      left -= each.bytes;
      weights -= each.weight;
    }
    return Collections.emptyList();
  }
}
