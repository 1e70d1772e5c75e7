package io.argus.master.regions;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests per second of each region, from counts that are read now and then.
 *
 * <p>A rate is the mean of the last {@value #SPAN_MILLIS} to twice as many milliseconds, or of the
 * time since the region is where it is. Until a region that was moved has been read twice on its
 * new server, its rate on the old one counts. Cost: two readings are kept for each region.
 *
 * <p>Not safe for use by several threads.
 */
public final class RegionRates {
  private static final long SPAN_MILLIS = 30_000;

  private Map<String, Track> tracks = new HashMap<>();

  private static final class Track {
    String server = "";
    long olderCount;
    long olderMillis;
    long newerCount;
    long newerMillis;
    long lastCount;
    double perSecond;

    void read(RegionCount count, long nowMillis) {
      if (!server.equals(count.server) || count.requests < lastCount) {
        server = count.server;
        olderCount = count.requests;
        olderMillis = nowMillis;
        newerCount = count.requests;
        newerMillis = nowMillis;
      }
      lastCount = count.requests;
      if (nowMillis > olderMillis) {
        perSecond = (count.requests - olderCount) * 1000.0 / (nowMillis - olderMillis);
      }
      if (nowMillis - newerMillis >= SPAN_MILLIS) {
        olderCount = newerCount;
        olderMillis = newerMillis;
        newerCount = count.requests;
        newerMillis = nowMillis;
      }
    }
  }

  /**
   * Takes a reading and returns the regions of all tenants, in the order of their names.
   *
   * @param counts of every region that is on a server
   * @param owner the tenant of a table by its name; null if it is nobody's
   */
  public List<Region> observe(
      Collection<RegionCount> counts, Function<String, @Nullable TenantId> owner, long nowMillis) {
    Map<String, Track> current = new HashMap<>();
    List<Region> regions = new ArrayList<>();
    for (RegionCount count : counts) {
      TenantId tenant = owner.apply(count.table);
      if (tenant == null || current.containsKey(count.region)) {
        continue;
      }
      Track known = tracks.get(count.region);
      Track track = known == null ? new Track() : known;
      track.read(count, nowMillis);
      current.put(count.region, track);
      regions.add(new Region(count.region, count.table, tenant, count.server, track.perSecond));
    }
    tracks = current;
    regions.sort((one, other) -> one.name().compareTo(other.name()));
    return Collections.unmodifiableList(regions);
  }
}
