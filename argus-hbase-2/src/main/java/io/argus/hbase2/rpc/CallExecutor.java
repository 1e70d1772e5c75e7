package io.argus.hbase2.rpc;

import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.handler.Outcome;
import io.argus.regionserver.handler.RequestRunner;
import io.argus.regionserver.runaway.RunawayWatch;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ipc.ArgusCallAccess;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.monitoring.MonitoredRPCHandler;
import org.apache.hadoop.hbase.monitoring.TaskMonitor;
import org.apache.hadoop.hbase.regionserver.ArgusRegionAccess;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a call in the calling thread as HBase's own handlers do. It aborts a server whose handlers
 * fail too often.
 *
 * <p>Safe for use by any thread.
 */
public final class CallExecutor implements RequestRunner<TenantRequest<CallRunner>> {
  private static final Logger LOG = LoggerFactory.getLogger(CallExecutor.class);

  private final Abortable server;
  private final double tolerableFailures;
  private final AtomicInteger failures = new AtomicInteger();
  private final ConcurrentMap<String, MonitoredRPCHandler> statuses = new ConcurrentHashMap<>();
  private final ThreadLocal<Handler> handlers = ThreadLocal.withInitial(this::newHandler);

  /** What one thread knows of its calls, the last one's outcome with it. */
  private static final class Handler implements Outcome {
    final MonitoredRPCHandler status;
    private boolean answered;
    private long receivedBytes;
    private long sentBytes;

    Handler(MonitoredRPCHandler status) {
      this.status = status;
    }

    void begins() {
      answered = false;
      receivedBytes = 0;
      sentBytes = 0;
    }

    void ended(RpcCall call) {
      answered = ArgusCallAccess.isAnswered(call);
      receivedBytes = ArgusCallAccess.receivedBytes(call);
      sentBytes = ArgusCallAccess.sentBytes(call);
    }

    @Override
    public boolean answered() {
      return answered;
    }

    @Override
    public long receivedBytes() {
      return receivedBytes;
    }

    @Override
    public long sentBytes() {
      return sentBytes;
    }
  }

  public CallExecutor(Abortable server, Configuration conf, int handlers) {
    this.server = server;
    double threshold =
        conf.getDouble(
            HConstants.REGION_SERVER_HANDLER_ABORT_ON_ERROR_PERCENT,
            HConstants.DEFAULT_REGION_SERVER_HANDLER_ABORT_ON_ERROR_PERCENT);
    this.tolerableFailures = threshold < 0 ? Double.POSITIVE_INFINITY : threshold * handlers;
  }

  /** HBase keeps each status for good, so a thread uses that of an earlier one of its name. */
  private Handler newHandler() {
    return new Handler(
        statuses.computeIfAbsent(Thread.currentThread().getName(), CallExecutor::newStatus));
  }

  private static MonitoredRPCHandler newStatus(String thread) {
    MonitoredRPCHandler status = TaskMonitor.get().createRPCStatus(thread);
    status.pause("Waiting for a call");
    return status;
  }

  @Override
  public void run(TenantRequest<CallRunner> request) {
    Handler handler = handlers.get();
    handler.begins();
    RpcCall call = request.call().getRpcCall(); // the runner forgets it as it ends
    request.call().setStatus(handler.status);
    try {
      request.call().run();
      handler.ended(call);
    } catch (Error e) {
      if (failures.incrementAndGet() > tolerableFailures) {
        server.abort("More handlers failed than " + tolerableFailures, e);
      } else {
        LOG.warn("A handler failed", e);
      }
    }
  }

  @Override
  public void waited(
      TenantRequest<CallRunner> request,
      long queueNanos,
      long capNanos,
      long memstoreNanos,
      long ioNanos) {
    ArgusCallAccess.waited(request.call(), queueNanos, capNanos, memstoreNanos, ioNanos);
  }

  @Override
  public Outcome outcome(TenantRequest<CallRunner> request) {
    return handlers.get();
  }

  @Override
  public int operations(TenantRequest<CallRunner> request) {
    return request.operations();
  }

  @Override
  public boolean sendAway(TenantRequest<CallRunner> request, long waitNanos) {
    return ArgusCallAccess.throttle(request.call(), TimeUnit.NANOSECONDS.toMillis(waitNanos));
  }

  @Override
  public @Nullable Object region(TenantRequest<CallRunner> request) {
    return request.region();
  }

  @Override
  public Object table(Object region) {
    return ((HRegion) region).getTableDescriptor().getTableName();
  }

  @Override
  public RunawayWatch.@Nullable Subject watched(TenantRequest<CallRunner> request) {
    return request.watched();
  }

  @Override
  public boolean countsBlocks(TenantRequest<CallRunner> request) {
    return request.countsBlocks();
  }

  @Override
  public boolean othersWait(Object region) {
    return ArgusRegionAccess.othersWait((HRegion) region);
  }

  /** HBase drops a call that was not begun by its deadline, or whose client has disconnected. */
  @Override
  public long usefulNanos(TenantRequest<CallRunner> request) {
    RpcCall call = request.call().getRpcCall();
    if (call.disconnectSince() >= 0) {
      return 0;
    }
    long deadlineMillis = call.getDeadline();
    return deadlineMillis == Long.MAX_VALUE
        ? Long.MAX_VALUE
        : TimeUnit.MILLISECONDS.toNanos(deadlineMillis - EnvironmentEdgeManager.currentTime());
  }

  @Override
  public void drop(TenantRequest<CallRunner> request) {
    request.call().drop();
  }
}
