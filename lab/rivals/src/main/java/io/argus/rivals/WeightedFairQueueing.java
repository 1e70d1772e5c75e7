package io.argus.rivals;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Weighted fair queueing by estimated HDFS bytes, with the same share for every tenant. Each
 * request gets a virtual start and finish time when it arrives. The least finish time goes first.
 *
 * <p>S_i^n = max(v(t), F_i^(n-1)), equation 5.1 of the dissertation; F_i^n = S_i^n + L_i^n / r_i,
 * equation 5.2 with the division that fair queueing has; L in bytes, at least 1, r the tenant's
 * share, v(t) the start time of the request that was admitted last. Work-conserving and without
 * memory: a tenant that comes back begins at v(t).
 *
 * <p>Used under the lock of the queues.
 */
final class WeightedFairQueueing implements AdmissionPolicy {

  /** The virtual times of a waiting request. */
  private record Tag(double start, double finish) {}

  private static final class Tenant {
    final MeanBytes mean = new MeanBytes();
    final Deque<Tag> waiting = new ArrayDeque<>();
    double lastFinish;
  }

  private final Map<String, Tenant> tenants = new HashMap<>();
  private double virtualTime;

  @Override
  public void arrived(String tenant, long nowNanos) {
    Tenant of = tenants.computeIfAbsent(tenant, name -> new Tenant());
    double start = Math.max(virtualTime, of.lastFinish);
    of.lastFinish = start + Math.max(1, of.mean.estimate());
    of.waiting.add(new Tag(start, of.lastFinish));
  }

  @Override
  public @Nullable Admission next(long nowNanos) {
    String chosen = null;
    Tag least = null;
    for (Map.Entry<String, Tenant> entry : tenants.entrySet()) {
      Tag head = entry.getValue().waiting.peek();
      if (head != null && (least == null || head.finish < least.finish)) {
        chosen = entry.getKey();
        least = head;
      }
    }
    if (chosen == null || least == null) {
      return null;
    }
    Tenant of = tenants.computeIfAbsent(chosen, name -> new Tenant());
    of.waiting.remove();
    virtualTime = Math.max(virtualTime, least.start);
    return new Admission(chosen, of.mean.estimate());
  }

  @Override
  public void completed(Admission admission, double actualBytes) {
    tenants.computeIfAbsent(admission.tenant(), name -> new Tenant()).mean.add(actualBytes);
  }

  @Override
  public long nanosUntilChange(long nowNanos) {
    return Long.MAX_VALUE;
  }
}
