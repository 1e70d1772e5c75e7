package io.argus.hbase094;

import io.argus.core.settings.Settings;
import io.argus.core.usage.Component;
import io.argus.core.usage.Reason;
import io.argus.hbase094.cache.ArgusBlockCache;
import io.argus.hbase094.hdfs.CountedHdfs;
import io.argus.hbase094.hdfs.ThreadHdfsBytes;
import io.argus.hbase094.rpc.HandlerCalls;
import io.argus.hbase094.server.ArgusZNodes;
import io.argus.hbase094.server.HBaseTables;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.handler.TenantScheduler;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.ipc.ArgusCall;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares the construction of HBase's region server: puts the partitioned block cache where HBase
 * looks for it, if shares are enforced, and names Argus's classes in a copy of the configuration.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Preparation {
  private static final Logger LOG = LoggerFactory.getLogger(Preparation.class);
  private static final String HANDLERS = "hbase.regionserver.handler.count";
  private static final int DEFAULT_HANDLERS = 10;
  private static final int CALLS_PER_HANDLER = 10;
  private static final String OFF_HEAP_PART = "hbase.offheapcache.percentage";

  /** Names the class that {@code hbase.regionserver.impl} named before Argus replaced it. */
  private static final String REPLACED = "argus.regionserver.replaced";

  /** HBase's block cache. */
  private static final String HBASES = "LruBlockCache";

  /** How many calls each of HBase's own queues holds. */
  static final String QUEUE_LENGTH = "ipc.server.max.callqueue.length";

  static final String HDFS_CLASS = "fs.hdfs.impl";

  final Configuration conf;
  final HBaseTables tables = new HBaseTables();

  /** How many handlers HBase would have. */
  final int handlers;

  /** Null if the preparation failed. */
  final @Nullable RegionServerNode<String, ArgusCall> node;

  private Preparation(Configuration given) {
    handlers = given.getInt(HANDLERS, DEFAULT_HANDLERS);
    Configuration changed = new Configuration(given);
    RegionServerNode<String, ArgusCall> made = null;
    try {
      made = prepare(changed);
    } catch (Throwable t) {
      LOG.error("Argus FAILED to start on this region server, which works without it", t);
    }
    node = made;
    conf = made == null ? given : changed;
  }

  /** Prepares a region server; throws nothing. */
  static Preparation of(Configuration conf) {
    return new Preparation(conf);
  }

  private RegionServerNode<String, ArgusCall> prepare(Configuration changed) {
    Settings settings = Settings.read(changed::get);
    RegionServerNode<String, ArgusCall> prepared =
        new RegionServerNode<>(
            settings, handlers, tables, ThreadHdfsBytes::readByThisThread, new HandlerCalls());
    changed.setInt(QUEUE_LENGTH, changed.getInt(QUEUE_LENGTH, CALLS_PER_HANDLER * handlers));
    readSettings(prepared, changed);
    if (prepared.requests().counts()) {
      changed.setInt(HANDLERS, TenantScheduler.hostThreads(settings, handlers));
    }
    if (changed
        .get(HDFS_CLASS, DistributedFileSystem.class.getName())
        .equals(DistributedFileSystem.class.getName())) {
      changed.set(HDFS_CLASS, CountedHdfs.class.getName());
    }
    // It must be the first: AccessController remembers a scanner's owner by the scanner object.
    String observers = changed.get(CoprocessorHost.REGION_COPROCESSOR_CONF_KEY, "");
    changed.set(
        CoprocessorHost.REGION_COPROCESSOR_CONF_KEY,
        ArgusRegionObserver.class.getName() + (observers.isEmpty() ? "" : "," + observers));
    String replaced = changed.get(REPLACED, "");
    if (!replaced.isEmpty()) {
      prepared
          .components()
          .put(
              Component.OTHER_REGION_SERVER,
              Reason.REPLACED_REGION_SERVER,
              replaced + " was replaced by Argus: " + REPLACED);
    }
    installCache(prepared, changed);
    return prepared;
  }

  /**
   * Reads what operators have set, in a session that ends at once: HBase has not logged in to
   * ZooKeeper yet.
   */
  private static void readSettings(RegionServerNode<String, ArgusCall> node, Configuration conf) {
    try (ArgusZNodes documents = ArgusZNodes.inOwnSession(conf, Runnable::run)) {
      node.link().readSettings(documents);
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.warn("This region server starts with the settings of hbase-site.xml", e);
    }
  }

  private static void installCache(RegionServerNode<String, ArgusCall> node, Configuration conf) {
    try {
      float part =
          conf.getFloat(
              HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, HConstants.HFILE_BLOCK_CACHE_SIZE_DEFAULT);
      if (part <= 0 || conf.getFloat(OFF_HEAP_PART, 0) > 0) {
        node.blocks()
            .cannotPartition(part <= 0 ? "switched off" : "off the heap, by " + OFF_HEAP_PART);
        return;
      }
      node.blocks().rowsAreNotOffered("HBase 0.94 has no hook for a write that failed");
      if (!node.blocks().replacesCache(HBASES)) {
        return;
      }
      Field field = CacheConfig.class.getDeclaredField("globalBlockCache");
      field.setAccessible(true);
      if (field.get(null) != null) {
        node.blocks().cannotPartition("that of another region server of this process");
        return;
      }
      long heapBytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax();
      field.set(null, ArgusBlockCache.of(node, (long) (heapBytes * part)));
      node.blocks().areInPlace(HBASES);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      node.blocks().couldNotStart(e);
    }
  }
}
