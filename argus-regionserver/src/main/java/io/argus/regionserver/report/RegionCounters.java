package io.argus.regionserver.report;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.regionserver.tenants.TableTenants;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What HBase itself counts of its regions, for each tenant: the rows that its regions read and
 * wrote since the last look, and the bytes of their store files.
 *
 * <p>A region that is closed between two looks is read once more, so that what it served last
 * counts. One that is opened and closed between two looks is not seen.
 *
 * <p>Safe for use by any thread.
 *
 * @param <T> the platform's name of a table
 */
public final class RegionCounters<T> {
  /** What was read of one region. */
  private static final class Seen {
    @Nullable TenantId tenant;
    long rowsRead;
    long rowsWritten;
  }

  private static final class Served {
    long rowsRead;
    long rowsWritten;
    long storedBytes;
  }

  private final TableTenants<T> tenants;

  @GuardedBy("this")
  private final IdentityHashMap<Object, Seen> regions = new IdentityHashMap<>();

  @GuardedBy("this")
  private final Map<TenantId, Served> served = new HashMap<>();

  public RegionCounters(TableTenants<T> tenants) {
    this.tenants = tenants;
  }

  /** How the platform reports a region. */
  public interface Reader<R, T> {
    T table(R region);

    /** Read requests since it was opened; also of a region that was closed. */
    long rowsRead(R region);

    /** Write requests since it was opened; also of a region that was closed. */
    long rowsWritten(R region);

    /** Of the store files of a region that is open. */
    long storedBytes(R region);
  }

  /**
   * Reads the counters of all regions.
   *
   * @param online the regions that are open on this server; a region is always the same object
   * @param <R> the platform's region
   */
  public synchronized <R> void poll(Collection<? extends R> online, Reader<R, T> reader) {
    served.values().forEach(tenant -> tenant.storedBytes = 0);
    IdentityHashMap<Object, R> open = new IdentityHashMap<>();
    for (R region : online) {
      open.put(region, region);
      Seen seen = regions.computeIfAbsent(region, r -> new Seen());
      seen.tenant = tenants.tenantOf(reader.table(region)).orElse(null);
      grow(seen, region, reader::rowsRead, reader::rowsWritten);
      if (seen.tenant != null) {
        of(seen.tenant).storedBytes += Math.max(0, reader.storedBytes(region));
      }
    }
    for (Iterator<Map.Entry<Object, Seen>> i = regions.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry<Object, Seen> known = i.next();
      if (!open.containsKey(known.getKey())) {
        @SuppressWarnings("unchecked") // only regions of the platform are ever put in
        R closed = (R) known.getKey();
        grow(known.getValue(), closed, reader::rowsRead, reader::rowsWritten);
        i.remove();
      }
    }
  }

  @GuardedBy("this")
  private <R> void grow(Seen seen, R region, ToLongFunction<R> read, ToLongFunction<R> written) {
    long rowsRead = read.applyAsLong(region);
    long rowsWritten = written.applyAsLong(region);
    if (seen.tenant != null) {
      Served tenant = of(seen.tenant);
      tenant.rowsRead += Math.max(0, rowsRead - seen.rowsRead);
      tenant.rowsWritten += Math.max(0, rowsWritten - seen.rowsWritten);
    }
    seen.rowsRead = rowsRead;
    seen.rowsWritten = rowsWritten;
  }

  @GuardedBy("this")
  private Served of(TenantId tenant) {
    return served.computeIfAbsent(tenant, t -> new Served());
  }

  /**
   * Adds what was read since the last call to each tenant's usage.
   *
   * @param seconds length of that time
   */
  synchronized void addTo(Function<TenantId, TenantUsage.Builder> usages, double seconds) {
    served.forEach(
        (tenant, is) ->
            usages
                .apply(tenant)
                .count(UsageCounter.ROWS_READ, is.rowsRead)
                .count(UsageCounter.ROWS_WRITTEN, is.rowsWritten)
                .count(UsageCounter.STORED_BYTE_SECONDS, Math.round(is.storedBytes * seconds)));
    served.values().removeIf(is -> is.storedBytes == 0);
    served
        .values()
        .forEach(
            is -> {
              is.rowsRead = 0;
              is.rowsWritten = 0;
            });
  }
}
