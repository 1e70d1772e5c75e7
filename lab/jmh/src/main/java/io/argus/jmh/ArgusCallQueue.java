package io.argus.jmh;

import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.handler.Outcome;
import io.argus.regionserver.handler.RequestRunner;
import io.argus.regionserver.handler.TenantScheduler;
import io.argus.regionserver.monitor.WorkloadMonitor;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ipc.BenchmarkCall;
import org.apache.hadoop.hbase.ipc.CallRunner;

/**
 * Argus's scheduler with its workload monitor, as it runs in a server: every call is admitted,
 * settled and recorded. Safe for use by any thread.
 */
final class ArgusCallQueue implements CallQueue {
  private static final long REQUEST_BYTES = 114;

  static final Outcome OUTCOME =
      new Outcome() {
        @Override
        public boolean answered() {
          return true;
        }

        @Override
        public long receivedBytes() {
          return REQUEST_BYTES;
        }

        @Override
        public long sentBytes() {
          return REQUEST_BYTES;
        }
      };

  private static final class Runner implements RequestRunner<CallRunner> {
    @Override
    public void run(CallRunner call) {
      call.run();
    }

    @Override
    public Outcome outcome(CallRunner call) {
      return OUTCOME;
    }

    @Override
    public void drop(CallRunner call) {}
  }

  private final List<TenantId> tenants = new ArrayList<>();
  private final WorkloadMonitor monitor = new WorkloadMonitor();
  private final TenantScheduler<CallRunner> scheduler;

  ArgusCallQueue(int tenantCount) {
    for (int i = 0; i < tenantCount; i++) {
      tenants.add(TenantId.of("tenant" + i));
    }
    scheduler = scheduler(tenants, monitor);
    scheduler.start("argus");
  }

  /** Argus's scheduler of a server with a plan for these tenants, before it starts. */
  static TenantScheduler<CallRunner> scheduler(List<TenantId> tenants, WorkloadMonitor monitor) {
    TenantScheduler<CallRunner> scheduler =
        new TenantScheduler<>(
            Settings.defaults(),
            HANDLERS,
            () -> 0,
            new Runner(),
            (ended, request) -> monitor.record(ended, 1, WorkloadMonitor.NO_KEY),
            System::nanoTime);
    scheduler.apply(Plan.equal(1, 0, tenants));
    return scheduler;
  }

  @Override
  public boolean offer(int tenant, Runnable call) {
    return scheduler.offer(
        tenants.get(tenant), RequestKind.GET, REQUEST_BYTES, new BenchmarkCall(call));
  }

  @Override
  public void close() {
    scheduler.stop();
  }
}
