package io.argus.jmh;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.handler.ObservedRequest;
import io.argus.regionserver.handler.TenantScheduler;
import io.argus.regionserver.monitor.WorkloadMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.ipc.BenchmarkCall;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.jspecify.annotations.Nullable;

/**
 * HBase's executor with each call counted, as it runs in a server that observes. Safe for use by
 * any thread.
 */
final class ObservedCallQueue implements CallQueue {
  private final CallQueue hbase = new HBaseCallQueue();
  private final List<TenantId> tenants = new ArrayList<>();
  private final TenantScheduler<CallRunner> scheduler;

  ObservedCallQueue(int tenantCount) {
    for (int i = 0; i < tenantCount; i++) {
      tenants.add(TenantId.of("tenant" + i));
    }
    scheduler = ArgusCallQueue.scheduler(tenants, new WorkloadMonitor());
  }

  @Override
  public boolean offer(int tenant, Runnable call) {
    @Nullable ObservedRequest<CallRunner> observed =
        scheduler.observe(
            tenants.get(tenant),
            RequestKind.GET,
            true,
            ThreadLocalRandom.current().nextInt(),
            new BenchmarkCall(call));
    if (observed == null) {
      return hbase.offer(tenant, call);
    }
    boolean accepted =
        hbase.offer(
            tenant,
            () -> {
              observed.begin();
              call.run();
              observed.end(ArgusCallQueue.OUTCOME);
            });
    if (!accepted) {
      observed.refused();
    }
    return accepted;
  }

  @Override
  public void close() {
    hbase.close();
    scheduler.stop();
  }
}
