package io.argus.hbasetests;

import io.argus.hbase2.server.ServerNodes;
import io.argus.regionserver.rows.RowCache;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessor;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs how many gets rows have answered when a region server stops. */
@CoreCoprocessor
public final class RowHits implements RegionServerCoprocessor {
  private static final Logger LOG = LoggerFactory.getLogger(RowHits.class);

  private @Nullable RowCache rows;

  static @Nullable RowCache rows(HRegionServer server) {
    return ServerNodes.of(server).map(node -> node.blocks().rows()).orElse(null);
  }

  static long of(@Nullable RowCache rows) {
    return rows == null ? 0 : rows.figures().stream().mapToLong(RowCache.Figures::hits).sum();
  }

  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    rows = rows(ServerNodes.hostOf(environment));
  }

  @Override
  public void stop(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    LOG.info("Rows answered {} gets", of(rows));
  }
}
