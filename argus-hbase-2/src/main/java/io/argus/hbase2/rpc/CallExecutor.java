package io.argus.hbase2.rpc;

import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.admission.RequestRunner;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.monitoring.MonitoredRPCHandler;
import org.apache.hadoop.hbase.monitoring.TaskMonitor;
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
  private final ThreadLocal<MonitoredRPCHandler> status =
      ThreadLocal.withInitial(CallExecutor::newStatus);

  public CallExecutor(Abortable server, Configuration conf, int handlers) {
    this.server = server;
    double threshold =
        conf.getDouble(
            HConstants.REGION_SERVER_HANDLER_ABORT_ON_ERROR_PERCENT,
            HConstants.DEFAULT_REGION_SERVER_HANDLER_ABORT_ON_ERROR_PERCENT);
    this.tolerableFailures = threshold < 0 ? Double.POSITIVE_INFINITY : threshold * handlers;
  }

  private static MonitoredRPCHandler newStatus() {
    MonitoredRPCHandler status =
        TaskMonitor.get().createRPCStatus(Thread.currentThread().getName());
    status.pause("Waiting for a call");
    return status;
  }

  @Override
  public void run(TenantRequest<CallRunner> request) {
    request.call().setStatus(status.get());
    try {
      request.call().run();
    } catch (Error e) {
      if (failures.incrementAndGet() > tolerableFailures) {
        server.abort("More handlers failed than " + tolerableFailures, e);
      } else {
        LOG.warn("A handler failed", e);
      }
    }
  }

  @Override
  public void drop(TenantRequest<CallRunner> request) {
    request.call().drop();
  }
}
