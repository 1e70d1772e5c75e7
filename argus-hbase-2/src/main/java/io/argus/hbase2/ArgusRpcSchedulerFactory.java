package io.argus.hbase2;

import io.argus.core.settings.Settings;
import io.argus.core.usage.Component;
import io.argus.hbase2.control.ControlEndpoint;
import io.argus.hbase2.rpc.ArgusRpcScheduler;
import io.argus.hbase2.server.LinkedComponents;
import io.argus.hbase2.server.ServerNodes;
import io.argus.regionserver.RegionServerNode;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.PriorityFunction;
import org.apache.hadoop.hbase.ipc.RWQueueRpcExecutor;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.ArgusRegionAccess;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.apache.hadoop.hbase.regionserver.RpcSchedulerFactory;
import org.apache.hadoop.hbase.regionserver.SimpleRpcSchedulerFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.region.server.rpc.scheduler.factory.class}: schedules the calls
 * of tenants. All other calls go to the scheduler that {@code argus.scheduler.delegate} names, by
 * default HBase's own; so do all calls of a master, after a note of those that it will refuse.
 */
public final class ArgusRpcSchedulerFactory implements RpcSchedulerFactory {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusRpcSchedulerFactory.class);

  /** HBase 2 declares it and does not call it; HBase 3 has dropped it. */
  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester")
  public RpcScheduler create(Configuration conf, PriorityFunction priority) {
    return create(conf, priority, null);
  }

  @Override
  public RpcScheduler create(
      Configuration conf, PriorityFunction priority, @Nullable Abortable server) {
    RpcScheduler delegate = delegateFactory(conf).create(conf, priority, server);
    if (server instanceof HMaster) {
      return audited(delegate, (HMaster) server);
    }
    if (!(server instanceof HRegionServer) || !(priority instanceof RSRpcServices)) {
      return delegate;
    }
    try {
      if (!LinkedComponents.lacks(Component.REGION_SERVER).isEmpty()) {
        return delegate;
      }
      RegionServerNode<TableName, CallRunner> node = ServerNodes.of((HRegionServer) server, conf);
      if (!LinkedComponents.has(node, Component.SCHEDULER)) {
        return delegate;
      }
      ArgusRegionAccess.requireMembers();
      node.tenants().attributesLack(LinkedComponents.lacks(Component.ATTRIBUTES));
      ArgusRpcScheduler scheduler =
          new ArgusRpcScheduler(
              delegate,
              node,
              (HRegionServer) server,
              (RSRpcServices) priority,
              conf.getFloat(RWQueueRpcExecutor.CALL_QUEUE_READ_SHARE_CONF_KEY, 0) > 0);
      if (LinkedComponents.lacks(Component.TRACES).isEmpty()) {
        scheduler.traces();
      }
      return scheduler;
    } catch (Throwable t) {
      LOG.error("Tenant scheduling FAILED to start: all requests go to {}", delegate.getClass(), t);
      return delegate;
    }
  }

  private static RpcScheduler audited(RpcScheduler scheduler, HMaster master) {
    try {
      if (LinkedComponents.lacks(Component.CONTROL).isEmpty()) {
        return ControlEndpoint.audited(scheduler, master);
      }
    } catch (Throwable t) {
      LOG.error("Refused calls of Argus's service will not be audited", t);
    }
    return scheduler;
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
