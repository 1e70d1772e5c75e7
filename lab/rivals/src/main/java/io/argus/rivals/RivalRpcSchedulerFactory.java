package io.argus.rivals;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ipc.PriorityFunction;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.apache.hadoop.hbase.regionserver.RpcSchedulerFactory;
import org.apache.hadoop.hbase.regionserver.SimpleRpcSchedulerFactory;

/**
 * The entry class for {@code hbase.region.server.rpc.scheduler.factory.class}: it puts a rival's
 * policy in front of HBase's own scheduler, which still runs all calls that belong to no tenant.
 *
 * <p>Stateless.
 */
public final class RivalRpcSchedulerFactory implements RpcSchedulerFactory {
  /** {@code wfq}, {@code drr-paper} or {@code argus-paper}; the cache alone has {@code acache}. */
  public static final String POLICY = "argus.rivals.policy";

  /** HDFS bytes of all tenants together per period of {@code drr-paper} and {@code argus-paper}. */
  public static final String CREDITS = "argus.rivals.credits";

  private static final long CREDITS_IN_PAPER = 50_000_000;
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(2);

  @Override
  @Deprecated
  public RpcScheduler create(Configuration conf, PriorityFunction priority) {
    return new SimpleRpcSchedulerFactory().create(conf, priority);
  }

  @Override
  public RpcScheduler create(Configuration conf, PriorityFunction priority, Abortable server) {
    RpcScheduler own = new SimpleRpcSchedulerFactory().create(conf, priority, server);
    if (!(server instanceof HRegionServer host) || !(priority instanceof RSRpcServices services)) {
      return own;
    }
    Reservations reservations = new Reservations();
    return new RivalRpcScheduler(
        own,
        services,
        policy(conf, reservations),
        reservations,
        host,
        conf.getInt(
            HConstants.REGION_SERVER_HANDLER_COUNT,
            HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT));
  }

  private static AdmissionPolicy policy(Configuration conf, Reservations reservations) {
    String name = conf.get(POLICY, "");
    return switch (name) {
      case "wfq" -> new WeightedFairQueueing();
      case "drr-paper", "argus-paper" ->
          new CreditRoundRobin(conf.getLong(CREDITS, CREDITS_IN_PAPER), PERIOD_NANOS, reservations);
      default ->
          throw new IllegalArgumentException(
              POLICY + " is " + name + "; choose wfq, drr-paper or argus-paper");
    };
  }
}
