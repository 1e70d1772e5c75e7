package io.argus.hbase2;

import io.argus.core.usage.Component;
import io.argus.hbase2.control.ControlEndpoint;
import io.argus.hbase2.server.LinkedComponents;
import io.argus.regionserver.RegionServerNode;
import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Argus has in the regions of users' tables: always the service that tenants ask, the observer
 * only once shares are enforced, since in a region with any observer HBase prepares half a dozen
 * hooks for each get. It then stays until the server restarts.
 *
 * <p>Used by one thread at a time.
 */
final class RegionHooks {
  private static final Logger LOG = LoggerFactory.getLogger(RegionHooks.class);

  private final RegionServerNode<TableName, ?> node;
  private final HRegionServer server;
  private boolean installed;

  /** Regions that offer the service. */
  private Set<HRegion> serving = noRegions();

  RegionHooks(RegionServerNode<TableName, ?> node, HRegionServer server) {
    this.node = node;
    this.server = server;
  }

  private static Set<HRegion> noRegions() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /** To be called before the server opens regions. */
  void start() {
    node.requests().scansAreInPlace();
    if (node.requests().enforces()) {
      install();
    }
  }

  /** Has the observer in all regions that open from now on, whatever the mode. */
  void install() {
    ArgusRegionObserver.install(server.getConfiguration());
    installed = true;
  }

  /** Follows the mode, and the regions that have opened since the last call. Throws nothing. */
  void follow() {
    try {
      if (!installed && node.requests().enforces()) {
        install();
      }
      int watched = 0;
      Set<HRegion> open = noRegions();
      for (HRegion region : server.getRegions()) {
        if (!region.getRegionInfo().getTable().isSystemTable()) {
          watched += installed && watch(region) ? 1 : 0;
          if (!serving.contains(region)) {
            serve(region);
          }
          open.add(region);
        }
      }
      serving = open;
      if (watched > 0) {
        LOG.info("Shares are enforced in {} regions that were open before", watched);
      }
    } catch (RuntimeException | LinkageError e) {
      node.components().fault(Component.SCANS, e);
    }
  }

  /** Returns whether the region had opened without the observer and has it now. */
  private boolean watch(HRegion region) {
    RegionCoprocessorHost host = region.getCoprocessorHost();
    if (host == null || host.findCoprocessor(ArgusRegionObserver.class) != null) {
      return false;
    }
    try {
      host.load(ArgusRegionObserver.class, Coprocessor.PRIORITY_HIGHEST, server.getConfiguration());
      return true;
    } catch (IOException | RuntimeException | LinkageError e) {
      node.components().fault(Component.SCANS, e);
      return false;
    }
  }

  private void serve(HRegion region) {
    try {
      if (LinkedComponents.lacks(Component.CONTROL).isEmpty()) {
        ControlEndpoint.serve(region, server);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("A region takes no calls of tenants: {}", region, e);
    }
  }
}
