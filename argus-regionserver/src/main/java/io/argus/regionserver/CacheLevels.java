package io.argus.regionserver;

import io.argus.core.documents.LiveSettings;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.Reason;
import io.argus.regionserver.cache.BlockFiles;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.cache.RecentFiles;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.plan.PlanApplier;
import io.argus.regionserver.report.ServerReports;
import io.argus.regionserver.rows.RowCache;
import io.argus.regionserver.tenants.TableTenants;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the partitioned levels of one region server's block cache, which follow the plan and the
 * settings and appear in its reports; and shows whether they are in place.
 *
 * <p>Safe for use by any thread.
 *
 * @param <T> the platform's name of a table
 */
public final class CacheLevels<T> {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final LiveSettings live;
  private final TableTenants<T> tenants;
  private final IoAdmission io;
  private final PlanApplier plans;
  private final ServerReports reports;
  private final ComponentRegistry components;
  private final ComponentSwitches switches;
  private final RecentFiles<T> tableOfFile = new RecentFiles<>();
  private final List<TenantBlockIndex<?, ?>> indexes = new CopyOnWriteArrayList<>();
  private volatile boolean offersRows = true;
  private volatile @Nullable RowCache rows;

  CacheLevels(
      LiveSettings live,
      TableTenants<T> tenants,
      IoAdmission io,
      PlanApplier plans,
      ServerReports reports,
      ComponentRegistry components,
      ComponentSwitches switches) {
    this.live = live;
    this.tenants = tenants;
    this.io = io;
    this.plans = plans;
    this.reports = reports;
    this.components = components;
    this.switches = switches;
  }

  /**
   * Whether the block cache is to be partitioned when the server starts. If not, HBase's own stays
   * until the next start, and the component says why.
   *
   * @param what HBase's block cache, for operators
   */
  public boolean replacesCache(String what) {
    String atStart = whyNotPartitioning(live.get());
    if (atStart.isEmpty()) {
      return true;
    }
    reports.blockCacheIs(what);
    switches.addMissing(
        Component.CACHE, CacheLevels::whyNotPartitioning, atStart.replace(" is ", " was "));
    return false;
  }

  /** Returns a cache of that size whose partitions follow the plan, and may keep rows as well. */
  public <K, V> TenantBlockCache<K, V> createCache(
      long capacityBytes, BlockReferences<K, V> references, BlockFiles<K, V, T> files) {
    PartitionedCache<K, V> blocks = new PartitionedCache<>(capacityBytes, references);
    double part = live.site().get(Settings.ROWS_SHARE);
    if (part > 0 && offersRows) {
      rows = rowsBeside(blocks, Math.min(part, live.site().get(Settings.ROWS_MIN_SHARE)), part);
    }
    follow(blocks);
    return new TenantBlockCache<>(blocks, files, tenants, tableOfFile, io, components);
  }

  /**
   * Returns an index of a second cache level of that size, whose partitions follow the plan.
   *
   * @param firstLevel knows the tables of files
   */
  public <K, S> TenantBlockIndex<K, S> createIndex(
      long capacityBytes,
      TenantBlockIndex.Storage<K, S> storage,
      TenantBlockCache<K, ?> firstLevel) {
    TenantBlockIndex<K, S> index =
        new TenantBlockIndex<>(
            capacityBytes, storage, key -> firstLevel.ownerOfFile(key, null), components);
    follow(index.blocks());
    indexes.add(index);
    return index;
  }

  /** To be called before the blocks follow the plan: rows make room first. */
  private RowCache rowsBeside(PartitionedCache<?, ?> blocks, double least, double most) {
    RowCache made = new RowCache(blocks, least, most, System::nanoTime);
    plans.addTarget(made::apply);
    live.onChange(
        now -> made.configure(whyNotPartitioning(now).isEmpty(), now.get(Settings.ROWS_MAX_BYTES)));
    reports.rows(
        () -> {
          made.check();
          return made.figures();
        });
    return made;
  }

  /** Returns the rows beside the blocks of the first level; null if it is to keep none. */
  public @Nullable RowCache rows() {
    return rows;
  }

  /** Notes that the platform asks {@link #rows} in every region that opens from now on. */
  public void rowsAreInPlace() {
    switches.addLasting(Component.ROWS, CacheLevels::whyNotPartitioning);
  }

  /**
   * Notes that this platform cannot answer gets from rows, before a cache is created.
   *
   * @param why for operators
   */
  public void rowsAreNotOffered(String why) {
    offersRows = false;
    if (live.site().get(Settings.ROWS_SHARE) > 0) {
      components.put(Component.ROWS, Reason.NOT_OFFERED, why);
    }
  }

  private void follow(PartitionedCache<?, ?> level) {
    plans.addTarget(level::apply);
    live.onChange(now -> level.isolate(whyNotPartitioning(now).isEmpty()));
    reports.cacheLevel(
        () -> {
          level.dropIdle();
          return level.statistics();
        },
        level::capacityBytes);
  }

  private static String whyNotPartitioning(Settings now) {
    if (!now.get(Settings.CACHE_ENABLED)) {
      return Settings.CACHE_ENABLED.key() + " is false";
    }
    return ComponentSwitches.modeUnlessEnforce(now);
  }

  /**
   * Notes that a region opens a file of its table, or one that it shares with another table. Blocks
   * of that file that were cached before, and nobody's, are the tenant's now. Throws nothing.
   */
  public void opens(String file, T table) {
    try {
      tableOfFile.put(file, table);
      for (TenantBlockIndex<?, ?> index : indexes) {
        if (index.hasUnknown()) {
          index.assign(file, tenants.tenantOfAny(table).orElse(TenantId.SYSTEM));
        }
      }
    } catch (RuntimeException | LinkageError e) {
      components.fault(Component.CACHE, e);
    }
  }

  /**
   * Notes that the server uses the cache made by {@link #createCache}.
   *
   * @param what HBase's block cache, for operators
   */
  public void areInPlace(String what) {
    reports.blockCacheIs(what);
    switches.addLasting(Component.CACHE, CacheLevels::whyNotPartitioning);
  }

  /** Notes that HBase has disabled the BucketCache that is in place. */
  public void bucketCacheIsDisabled() {
    switches.remove(Component.CACHE);
    components.put(Component.CACHE, Reason.BUCKET_CACHE_DISABLED, "");
  }

  /**
   * Notes that Argus cannot partition the block cache.
   *
   * @param what HBase's block cache, for operators
   */
  public void cannotPartition(String what) {
    reports.blockCacheIs(what);
    components.put(Component.CACHE, Reason.OTHER_BLOCK_CACHE, what);
  }

  /** Notes that the block cache could not be replaced. */
  public void couldNotStart(Throwable cause) {
    components.failed(Component.CACHE, cause);
    LOG.error("Argus could not replace HBase's block cache", cause);
  }
}
