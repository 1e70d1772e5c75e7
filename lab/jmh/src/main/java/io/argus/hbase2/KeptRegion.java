package io.argus.hbase2;

import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.rows.RowCache;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;

/**
 * Makes a region answer gets from rows, as one of a region server does. It is in the shim's package
 * for access.
 */
public final class KeptRegion {
  private static final TenantId OWNER = TenantId.of("owner");

  private KeptRegion() {}

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
   * Gives a region without coprocessors its own rows, none at first.
   *
   * @param conf of the region
   * @param maxBytes of the rows
   */
  public static void keepRows(
      HRegion region, Configuration conf, TableDescriptor table, long maxBytes) {
    Configuration own = new Configuration(conf);
    own.set(CoprocessorHost.USER_REGION_COPROCESSOR_CONF_KEY, ArgusRowObserver.class.getName());
    RegionCoprocessorHost host = new RegionCoprocessorHost(region, null, own);
    region.setCoprocessorHost(host);
    Plan plan = Plan.equal(1, 0, List.of(OWNER));
    PartitionedCache<Long, Long> blocks = new PartitionedCache<>(maxBytes, new NoBlocks());
    RowCache rows = new RowCache(blocks, 1, 1, System::nanoTime);
    rows.apply(plan);
    blocks.apply(plan);
    ArgusRowObserver observer =
        Objects.requireNonNull(host.findCoprocessor(ArgusRowObserver.class), "not loaded");
    observer.use(rows.open(region.getRegionInfo().getEncodedName(), OWNER, true), table);
  }
}
