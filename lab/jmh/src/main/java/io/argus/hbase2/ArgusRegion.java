package io.argus.hbase2;

import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.rows.RowCache;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;

/**
 * A region that Argus observes as it does on a region server which may keep rows. It is in the
 * shim's package for access.
 */
public final class ArgusRegion {
  private static final TenantId OWNER = TenantId.of("owner");

  private final HRegion region;
  private final ArgusRowObserver observer;

  private ArgusRegion(HRegion region, ArgusRowObserver observer) {
    this.region = region;
    this.observer = observer;
  }

  /** Blocks that nobody reads: the tenant's share of the cache is there for rows. */
  private static final class NoBlocks implements BlockReferences<Long, Long> {
    @Override
    public boolean retain(Long block) {
      return true;
    }

    @Override
    public void release(Long block) {}

    @Override
    public long heapBytes(Long key, Long block) {
      return block;
    }
  }

  /**
   * Observes a region without coprocessors.
   *
   * @param conf of the region
   */
  public static ArgusRegion of(HRegion region, Configuration conf) {
    Configuration own = new Configuration(conf);
    own.set(CoprocessorHost.USER_REGION_COPROCESSOR_CONF_KEY, ArgusRowObserver.class.getName());
    RegionCoprocessorHost host = new RegionCoprocessorHost(region, null, own);
    region.setCoprocessorHost(host);
    return new ArgusRegion(
        region, Objects.requireNonNull(host.findCoprocessor(ArgusRowObserver.class), "not loaded"));
  }

  /** Keeps rows from now on, none at first. */
  public void keepRows(long maxBytes) {
    Plan plan = Plan.equal(1, 0, List.of(OWNER));
    PartitionedCache<Long, Long> blocks = new PartitionedCache<>(maxBytes, new NoBlocks());
    RowCache rows = new RowCache(blocks, 1, 1, System::nanoTime);
    rows.apply(plan);
    blocks.apply(plan);
    observer.use(
        rows.open(region.getRegionInfo().getEncodedName(), OWNER, true),
        region.getTableDescriptor());
  }
}
