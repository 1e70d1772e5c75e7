package io.argus.hbase2;

import io.argus.core.settings.Settings;
import io.argus.hbase2.rpc.ArgusRpcScheduler;
import io.argus.hbase2.server.ServerNodes;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.ipc.PriorityFunction;
import org.apache.hadoop.hbase.ipc.RWQueueRpcExecutor;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.ArgusRegionAccess;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.apache.hadoop.hbase.regionserver.RpcSchedulerFactory;
import org.apache.hadoop.hbase.regionserver.SimpleRpcSchedulerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.region.server.rpc.scheduler.factory.class}: schedules the calls
 * of tenants. All other calls go to the scheduler that {@code argus.scheduler.delegate} names, by
 * default HBase's own.
 */
public final class ArgusRpcSchedulerFactory implements RpcSchedulerFactory {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusRpcSchedulerFactory.class);

  @Override
  @Deprecated
  public RpcScheduler create(Configuration conf, PriorityFunction priority) {
    return delegateFactory(conf).create(conf, priority);
  }

  @Override
  public RpcScheduler create(Configuration conf, PriorityFunction priority, Abortable server) {
    RpcScheduler delegate = delegateFactory(conf).create(conf, priority, server);
    if (server instanceof HMaster
        || !(server instanceof HRegionServer)
        || !(priority instanceof RSRpcServices)) {
      return delegate;
    }
    try {
      ArgusRegionAccess.requireMembers();
      return new ArgusRpcScheduler(
          delegate,
          ServerNodes.of((HRegionServer) server, conf),
          (HRegionServer) server,
          (RSRpcServices) priority,
          conf.getFloat(RWQueueRpcExecutor.CALL_QUEUE_READ_SHARE_CONF_KEY, 0) > 0);
    } catch (Throwable t) {
      LOG.error("Tenant scheduling FAILED to start: all requests go to {}", delegate.getClass(), t);
      return delegate;
    }
  }

  private static RpcSchedulerFactory delegateFactory(Configuration conf) {
    String name = Settings.read(conf::get).get(Settings.SCHEDULER_DELEGATE);
    if (name.isEmpty() || name.equals(ArgusRpcSchedulerFactory.class.getName())) {
      return new SimpleRpcSchedulerFactory();
    }
    try {
      return Class.forName(name)
          .asSubclass(RpcSchedulerFactory.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      LOG.error(
          "{} is '{}': must be the name of an RpcSchedulerFactory on the class path; HBase's own"
              + " scheduler is used instead",
          Settings.SCHEDULER_DELEGATE.key(),
          name,
          e);
      return new SimpleRpcSchedulerFactory();
    }
  }
}
