package io.argus.hbase2;

import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.Component;
import io.argus.hbase2.server.HBaseTables;
import io.argus.hbase2.server.ServerNodes;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.TenantBlockCache;
import io.argus.regionserver.rows.RowCache;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.ArgusRegionAccess;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers gets of one region from rows that Argus keeps, and says which rows are written. {@link
 * ArgusRegionServerCoprocessor} makes HBase load it into each region of a user table; it does
 * something where the table has the attribute {@value TenantMapping#ROWS_ATTRIBUTE}; of other
 * tables it samples gets, to say what rows would save.
 *
 * <p>It runs after all other coprocessors: HBase's AccessController has permitted a get by then, or
 * given it a filter, and what others add to a batch is in the batch.
 *
 * <p>Of writes it needs two hooks, which HBase calls for every put, delete, append, increment and
 * mutation of several rows, alone or checked: one before a batch is in the log and in the memstore,
 * one when it is visible or has failed, and before its client hears of it. A flush or a compaction
 * changes no answer.
 *
 * <p>After a fault the region's rows are given up, and HBase answers. Safe for use by any thread.
 */
@CoreCoprocessor
public final class ArgusRowObserver implements RegionCoprocessor, RegionObserver {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusRowObserver.class);

  /** In the configuration of a server on which it was installed, whatever is set later. */
  private static final String INSTALLED = "io.argus.rows.installed";

  private static final String ENTRY =
      ArgusRowObserver.class.getName() + "|" + Coprocessor.PRIORITY_LOWEST;

  /** The get that the thread reads now, and the batches that it writes. */
  private static final ThreadLocal<Current> CURRENT = ThreadLocal.withInitial(Current::new);

  private static final class Current {
    @Nullable Get get;
    long stamp;

    /** The blocks that the thread had read before the get. */
    long blocksRead;

    @Nullable Batch batch;
  }

  /** A batch that has begun. */
  private static final class Batch {
    final RowCache.Region kept;
    final MiniBatchOperationInProgress<Mutation> mutations;
    final int[] begun;
    final @Nullable Batch outer;

    Batch(
        RowCache.Region kept,
        MiniBatchOperationInProgress<Mutation> mutations,
        int[] begun,
        @Nullable Batch outer) {
      this.kept = kept;
      this.mutations = mutations;
      this.begun = begun;
      this.outer = outer;
    }
  }

  private @Nullable RegionServerNode<TableName, ?> node;
  private RowCache.@Nullable Region rows;
  private @Nullable RowQuestions questions;
  private volatile boolean checked;

  /**
   * Makes HBase load it into the regions that are opened with that configuration from now on.
   *
   * @throws IllegalStateException if Argus's observer of regions, which comes first, is not there
   */
  static void install(RegionServerNode<TableName, ?> node, Configuration conf) {
    conf.setBoolean(INSTALLED, true);
    ArgusRegionObserver.renew(conf);
    if (!conf.get(CoprocessorHost.USER_REGION_COPROCESSOR_CONF_KEY, "").contains(ENTRY)) {
      throw new IllegalStateException("the observer of regions is not in place");
    }
    node.blocks().rowsAreInPlace();
  }

  /** What a list of coprocessors has to name besides others; empty if it is not installed. */
  static String entry(Configuration conf) {
    return conf.getBoolean(INSTALLED, false) ? ENTRY : "";
  }

  /** Throws nothing: that would abort the server. */
  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    try {
      HRegion region = (HRegion) ((RegionCoprocessorEnvironment) environment).getRegion();
      RegionServerNode<TableName, ?> argus =
          ServerNodes.of(ServerNodes.hostOf(environment)).orElse(null);
      node = argus;
      RowCache cache = argus == null ? null : argus.blocks().rows();
      if (argus != null
          && cache != null
          && region.getRegionInfo().getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID) {
        TableDescriptor table = region.getTableDescriptor();
        argus.tenants().opens(table.getTableName(), HBaseTables.describe(table));
        argus
            .tenants()
            .tenantOf(table.getTableName())
            .ifPresent(
                owner ->
                    use(
                        cache.open(
                            region.getRegionInfo().getEncodedName(),
                            owner,
                            RowQuestions.keepsRows(table)),
                        table));
      }
    } catch (Throwable t) {
      LOG.warn("No rows of a region are kept", t);
    }
  }

  /**
   * Answers gets from these rows from now on, or samples gets where rows are not kept.
   *
   * @param table of the region
   */
  void use(RowCache.Region kept, TableDescriptor table) {
    questions = RowQuestions.of(table);
    rows = kept;
  }

  /** HBase asks before each call: without rows there is nothing to do. */
  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return rows == null ? Optional.empty() : Optional.of(this);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> results) {
    RowCache.Region kept = rows;
    RowQuestions which = questions;
    if (kept == null || which == null || kept.isClosed()) {
      return;
    }
    try {
      CURRENT.get().get = null;
      HRegion region = regionOf(context);
      if (!results.isEmpty() || !which.includes(get) || !isAlone(kept, region)) {
        return;
      }
      if (!kept.keeps()) {
        if (kept.samples(get.getRow())) {
          follow(get, 0);
        }
      } else if (!region.isClosing()
          && kept.answer(get.getRow(), row -> ((RowImage) row).answer(get, results))) {
        ArgusRegionAccess.countRead(region);
        context.bypass();
      } else {
        follow(get, kept.stamp(get.getRow(), region.getMVCC().getReadPoint()));
      }
    } catch (RuntimeException | LinkageError e) {
      results.clear();
      giveUp(kept, e);
    }
  }

  private static void follow(Get get, long stamp) {
    Current current = CURRENT.get();
    current.stamp = stamp;
    current.blocksRead = TenantBlockCache.missesOfThread();
    current.get = get;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the get whose stamp was taken, not one like it
  public void postGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> results) {
    RowCache.Region kept = rows;
    Current current = CURRENT.get();
    if (kept == null || current.get != get) {
      return;
    }
    try {
      current.get = null;
      long blocksRead = TenantBlockCache.missesOfThread() - current.blocksRead;
      RowImage read = RowImage.of(get, results);
      if (kept.keeps()) {
        kept.fill(get.getRow(), current.stamp, read, RowImage::merge, blocksRead);
      } else {
        kept.sample(get.getRow(), read, blocksRead);
      }
    } catch (RuntimeException | LinkageError e) {
      giveUp(kept, e);
    }
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Mutation> mutations) {
    RowCache.Region kept = rows;
    if (kept == null || kept.isClosed()) {
      return;
    }
    try {
      if (!kept.keeps()) {
        for (int i = 0; i < mutations.size(); i++) {
          kept.changed(mutations.getOperation(i).getRow());
        }
        return;
      }
      Current current = CURRENT.get();
      current.batch = new Batch(kept, mutations, begin(kept, mutations), current.batch);
    } catch (RuntimeException | LinkageError e) {
      giveUp(kept, e);
    }
  }

  private static int[] begin(
      RowCache.Region kept, MiniBatchOperationInProgress<Mutation> mutations) {
    int size = mutations.size();
    int[] begun = new int[size];
    for (int i = 0; i < size; i++) {
      begun[i] = kept.begin(mutations.getOperation(i).getRow());
      Mutation[] added = mutations.getOperationsFromCoprocessors(i);
      if (added != null && added.length > 0) {
        begun = Arrays.copyOf(begun, begun.length + added.length);
        for (int j = 0; j < added.length; j++) {
          begun[begun.length - added.length + j] = kept.begin(added[j].getRow());
        }
      }
    }
    return begun;
  }

  /**
   * The write of a batch that failed may become visible later, when the region's read point has
   * passed what has a number now.
   */
  @Override
  public void postBatchMutateIndispensably(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Mutation> mutations,
      boolean success) {
    RowCache.Region kept = rows;
    if (kept == null) {
      return;
    }
    try {
      Batch batch = take(mutations);
      if (batch != null) {
        long visibleFrom = success ? 0 : regionOf(context).getMVCC().getWritePoint();
        for (int begun : batch.begun) {
          batch.kept.end(begun, visibleFrom);
        }
      }
    } catch (RuntimeException | LinkageError e) {
      giveUp(kept, e);
    }
  }

  /** Returns the thread's batch of these mutations; null if it has not begun. */
  private static @Nullable Batch take(MiniBatchOperationInProgress<Mutation> mutations) {
    Current current = CURRENT.get();
    Batch batch = current.batch;
    while (batch != null && batch.mutations != mutations) {
      batch = batch.outer;
    }
    if (batch != null) {
      current.batch = batch.outer;
    }
    return batch;
  }

  @Override
  public void preBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> context,
      List<Pair<byte[], String>> familyPaths) {
    changeAll(RowCache.Region::beginAll);
  }

  /** HBase calls it after a failure, too. */
  @Override
  public void postBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> context,
      List<Pair<byte[], String>> stagingFamilyPaths,
      Map<byte[], List<Path>> finalPaths) {
    changeAll(RowCache.Region::endAll);
  }

  /** Before the region is closed, so that no other server has it yet. */
  @Override
  public void preClose(
      ObserverContext<RegionCoprocessorEnvironment> context, boolean abortRequested) {
    changeAll(RowCache.Region::close);
  }

  @Override
  public void postClose(
      ObserverContext<RegionCoprocessorEnvironment> context, boolean abortRequested) {
    changeAll(RowCache.Region::forget);
  }

  private void changeAll(Consumer<RowCache.Region> change) {
    RowCache.Region kept = rows;
    if (kept != null) {
      try {
        change.accept(kept);
      } catch (RuntimeException | LinkageError e) {
        giveUp(kept, e);
      }
    }
  }

  private static HRegion regionOf(ObserverContext<RegionCoprocessorEnvironment> context) {
    return (HRegion) context.getEnvironment().getRegion();
  }

  /** Whether no other coprocessor may change answers or rows. HBase has loaded all by now. */
  private boolean isAlone(RowCache.Region kept, HRegion region) {
    if (!checked) {
      String others = RowQuestions.othersIn(region);
      if (!others.isEmpty()) {
        if (kept.keeps()) {
          LOG.warn("{} answers no get from kept rows, as it has coprocessors: {}", region, others);
        }
        kept.close();
      }
      checked = true;
    }
    return !kept.isClosed();
  }

  private void giveUp(RowCache.Region kept, Throwable fault) {
    try {
      LOG.error("The rows of a region are given up: HBase answers its gets", fault);
      kept.close();
      if (node != null) {
        node.components().failed(Component.ROWS, fault);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.error("Could not say so", e);
    }
  }
}
