package io.argus.hbase2;

import io.argus.hbase2.server.HBaseTables;
import io.argus.hbase2.server.ServerNodes;
import io.argus.regionserver.RegionServerNode;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.io.FSDataInputStreamWrapper;
import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.io.Reference;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the block cache whose file it is, before a region reads the first block of it: the keys of
 * its blocks do not say, except in HBase 2.6.1 to 2.6.4. {@link ArgusRegionServerCoprocessor} makes
 * HBase load it into every region, those of system tables too.
 *
 * <p>Safe for use by any thread.
 */
@CoreCoprocessor
public final class ArgusStoreFileObserver implements RegionCoprocessor, RegionObserver {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusStoreFileObserver.class);

  private volatile @Nullable RegionServerNode<TableName, ?> node;

  /** Makes HBase load it into the regions that are opened with that configuration from now on. */
  static void install(Configuration conf) {
    list(conf).install();
  }

  /** Keeps it in its place in a configuration that is read again, if it is there. */
  static void renew(Configuration conf) {
    list(conf).renew();
  }

  private static CoprocessorList list(Configuration conf) {
    return new CoprocessorList(
        conf, CoprocessorHost.REGION_COPROCESSOR_CONF_KEY, ArgusStoreFileObserver.class, "");
  }

  /** Throws nothing: that would abort the server. */
  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    try {
      node = ServerNodes.of(ServerNodes.hostOf(environment)).orElse(null);
    } catch (Throwable t) {
      LOG.warn("The tables of store files stay unknown", t);
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  @SuppressWarnings("deprecation") // HBase means it for Phoenix; nothing else comes before a read
  public @Nullable StoreFileReader preStoreFileReaderOpen(
      ObserverContext<RegionCoprocessorEnvironment> context,
      FileSystem fileSystem,
      Path file,
      FSDataInputStreamWrapper in,
      long size,
      CacheConfig cache,
      @Nullable Reference reference,
      @Nullable StoreFileReader reader) {
    try {
      RegionServerNode<TableName, ?> argus = node;
      if (argus != null) {
        TableDescriptor table = context.getEnvironment().getRegion().getTableDescriptor();
        argus.tenants().opens(table.getTableName(), HBaseTables.describe(table));
        opens(argus, file.getName(), table.getTableName());
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("The table of {} stays unknown", file, e);
    }
    return reader;
  }

  /** A half of a split region and a link to another table's file share the blocks of that file. */
  private static void opens(RegionServerNode<TableName, ?> node, String file, TableName table) {
    node.blocks().opens(file, table);
    if (StoreFileInfo.isReference(file)) {
      opens(node, StoreFileInfo.getReferredToRegionAndFile(file).getSecond(), table);
    } else if (HFileLink.isHFileLink(file)) {
      node.blocks()
          .opens(HFileLink.getReferencedHFileName(file), HFileLink.getReferencedTableName(file));
    }
  }
}
