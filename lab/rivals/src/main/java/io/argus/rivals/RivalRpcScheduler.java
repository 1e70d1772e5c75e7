package io.argus.rivals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.DelegatingRpcScheduler;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.monitoring.MonitoredRPCHandler;
import org.apache.hadoop.hbase.monitoring.TaskMonitor;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.apache.hadoop.hbase.regionserver.RivalScannerAccess;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls on users' tables through a policy and every other call to HBase's own scheduler. The
 * namespace of a table is its tenant.
 *
 * <p>The way a call is read and counted resembles the scheduler of {@code argus-hbase-2}. It is not
 * shared, because a rival's region server runs without any code of Argus.
 *
 * <p>Safe for use by any thread.
 */
final class RivalRpcScheduler extends DelegatingRpcScheduler {
  private static final int WAITING_PER_HANDLER = 10;

  private final RSRpcServices services;
  private final Reservations reservations;
  private final HRegionServer server;
  private final Path temporary;
  private final TenantQueues<Call> queues;
  private final int handlers;
  private final ThreadBytes bytes = new ThreadBytes();
  private final ThreadLocal<MonitoredRPCHandler> status =
      ThreadLocal.withInitial(
          () -> TaskMonitor.get().createRPCStatus(Thread.currentThread().getName()));

  private @Nullable Repeated following;

  private record Call(CallRunner runner, String tenant) {}

  RivalRpcScheduler(
      RpcScheduler own,
      RSRpcServices services,
      AdmissionPolicy policy,
      Reservations reservations,
      HRegionServer server,
      int handlers) {
    super(own);
    this.services = services;
    this.reservations = reservations;
    this.server = server;
    this.temporary = Path.of(server.getConfiguration().get("hbase.tmp.dir"));
    this.handlers = handlers;
    this.queues =
        new TenantQueues<>(
            policy, WAITING_PER_HANDLER * handlers, this::run, call -> call.runner().drop());
  }

  Reservations reservations() {
    return reservations;
  }

  @Override
  public void start() {
    super.start();
    queues.start("rival.handler", handlers);
    following = new Repeated("rival.throughputs", 1, this::readIsolatedThroughputs);
  }

  @Override
  public void stop() {
    if (following != null) {
      following.stop();
    }
    queues.stop();
    super.stop();
  }

  /** The paper's tenants are spread evenly, so each server expects an equal part. */
  private Map<String, Double> readIsolatedThroughputs() throws IOException, KeeperException {
    Map<String, Double> all = IsolatedThroughputs.read(temporary);
    int servers =
        all.isEmpty()
            ? 1
            : ZKUtil.getNumberOfChildren(
                server.getZooKeeper(), server.getZooKeeper().getZNodePaths().rsZNode);
    Map<String, Double> here = new HashMap<>();
    all.forEach((tenant, throughput) -> here.put(tenant, throughput / Math.max(1, servers)));
    reservations.isolatedThroughputs(here);
    return here;
  }

  @Override
  public boolean dispatch(CallRunner runner) {
    String tenant = tenant(runner);
    return tenant == null ? super.dispatch(runner) : queues.offer(tenant, new Call(runner, tenant));
  }

  /** Runs a call and returns its HDFS bytes: what the thread read, plus the size of a write. */
  private double run(Call call) {
    CallRunner runner = call.runner();
    Message request = runner.getRpcCall().getParam();
    RequestRows.of(request).forEach(row -> reservations.accessed(call.tenant(), row.hashCode()));
    boolean writes = request instanceof MutateRequest || request instanceof MultiRequest;
    long written = writes ? runner.getRpcCall().getSize() : 0;
    long before = bytes.read();
    runner.setStatus(status.get());
    runner.run();
    if (!RequestRows.isGoingOn(request)) {
      reservations.completed(call.tenant());
    }
    return written + bytes.read() - before;
  }

  private @Nullable String tenant(CallRunner runner) {
    Message request = runner.getRpcCall().getParam();
    if (request == null || hasPriority(runner.getRpcCall().getHeader())) {
      return null;
    }
    TableName table = table(request);
    return table == null || table.isSystemTable() ? null : table.getNamespaceAsString();
  }

  private static boolean hasPriority(RequestHeader header) {
    return header.hasPriority()
        && header.getPriority() != HConstants.NORMAL_QOS
        && header.getPriority() != HConstants.PRIORITY_UNSET;
  }

  private @Nullable TableName table(Message request) {
    if (request instanceof GetRequest get) {
      return table(get.getRegion());
    }
    if (request instanceof MutateRequest mutate) {
      return table(mutate.getRegion());
    }
    if (request instanceof MultiRequest multi && multi.getRegionActionCount() > 0) {
      return table(multi.getRegionAction(0).getRegion());
    }
    if (request instanceof ScanRequest scan) {
      return scan.hasScannerId()
          ? RivalScannerAccess.tableOf(services, scan.getScannerId())
          : table(scan.getRegion());
    }
    return null;
  }

  private @Nullable TableName table(RegionSpecifier region) {
    try {
      return services.getRegion(region).getTableDescriptor().getTableName();
    } catch (IOException regionIsNotHere) {
      return null;
    }
  }

  @Override
  public int getGeneralQueueLength() {
    return super.getGeneralQueueLength() + queues.length();
  }

  @Override
  public int getActiveGeneralRpcHandlerCount() {
    return super.getActiveGeneralRpcHandlerCount() + queues.running();
  }

  @Override
  public int getActiveRpcHandlerCount() {
    return super.getActiveRpcHandlerCount() + queues.running();
  }
}
