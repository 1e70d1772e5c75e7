package io.argus.hbase2;

import io.argus.hbase2.server.ServerNodes;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.io.BackgroundWork;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.throttle.CompactionThroughputControllerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes compactions wait for the I/O admission of their tenant, in addition to the controller that
 * was configured. {@link ArgusRegionServerCoprocessor} makes HBase use it.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusThroughputController extends Configured implements ThroughputController {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusThroughputController.class);
  private static final String KEY =
      CompactionThroughputControllerFactory.HBASE_THROUGHPUT_CONTROLLER_KEY;

  private final Map<String, BackgroundWork> active = new ConcurrentHashMap<>();
  private volatile ThroughputController delegate = new NoLimitThroughputController();
  private volatile @Nullable RegionServerServices server;

  /**
   * Makes a server use it, before the server creates its compaction threads. It is installed even
   * if compactions are not charged now: that can be switched on later.
   */
  static void install(RegionServerNode<TableName, ?> node, Configuration conf) {
    install(conf);
    node.requests().backgroundIsInPlace();
  }

  static void install(Configuration conf) {
    new OverwrittenKey(conf, KEY).overwrite(ArgusThroughputController.class.getName());
  }

  /** Runs when the server starts, and after hbase-site.xml was read again. */
  @Override
  public void setup(RegionServerServices services) {
    Configuration conf = new Configuration(getConf());
    Optional<String> given = new OverwrittenKey(conf, KEY).given();
    conf.unset(KEY);
    given
        .filter(name -> !name.trim().equals(ArgusThroughputController.class.getName()))
        .ifPresent(name -> conf.set(KEY, name));
    delegate = CompactionThroughputControllerFactory.create(services, conf);
    server = services;
  }

  @Override
  public void start(String name) {
    delegate.start(name);
    try {
      BackgroundWork work = begin(name);
      if (work != null) {
        active.put(name, work);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("Compaction {} goes at HBase's own pace", name, e);
    }
  }

  /** Begins a compaction. HBase names it: encoded region name, '#', family, '#' and a number. */
  private @Nullable BackgroundWork begin(String name) {
    RegionServerServices services = server;
    String[] parts = name.split("#");
    if (!(services instanceof HRegionServer) || parts.length < 3) {
      return null;
    }
    HRegion region = ((HRegionServer) services).getRegion(parts[0]);
    RegionServerNode<TableName, ?> node = ServerNodes.of((HRegionServer) services).orElse(null);
    if (region == null || node == null) {
      return null;
    }
    HStore store = region.getStore(Bytes.toBytes(parts[1]));
    DoubleSupplier urgency = store == null ? () -> 0 : store::getCompactionPressure;
    return node.writes().compaction(region.getTableDescriptor().getTableName(), urgency);
  }

  @Override
  public long control(String name, long size) throws InterruptedException {
    long sleptMillis = delegate.control(name, size);
    BackgroundWork work = active.get(name);
    if (work != null) {
      work.wrote(size);
    }
    return sleptMillis;
  }

  @Override
  public void finish(String name) {
    BackgroundWork work = active.remove(name);
    if (work != null) {
      work.end();
    }
    delegate.finish(name);
  }

  @Override
  public void stop(String why) {
    delegate.stop(why);
  }

  @Override
  public boolean isStopped() {
    return delegate.isStopped();
  }
}
