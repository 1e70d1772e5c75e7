package io.argus.rivals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The dissertation's adaptation of deficit round robin (algorithm 3). A request is admitted when
 * the credits of its tenant cover its estimated HDFS bytes; when it ends, the tenant pays for the
 * actual bytes. Every period refills the same number of credits, whatever the disk can do.
 *
 * <p>Procedure REFILL: tenants without requests in the last period give their credits to the
 * others, which share them evenly (section 5.2.3). A tenant never holds more than one refill.
 *
 * <p>Used under the lock of the queues.
 */
final class CreditRoundRobin implements AdmissionPolicy {

  private static final class Tenant {
    final String name;
    final MeanBytes mean = new MeanBytes();
    double credits;
    int waiting;
    boolean active = true;

    Tenant(String name) {
      this.name = name;
    }
  }

  private final double creditsPerPeriod;
  private final long periodNanos;
  private final Map<String, Tenant> byName = new HashMap<>();
  private final List<Tenant> round = new ArrayList<>();
  private int position;

  /** Requests left of those that waited when the round reached the tenant. */
  private int leftOfVisit;

  private long nextRefillNanos;
  private boolean started;

  /**
   * @param creditsPerPeriod HDFS bytes of all tenants together per period
   */
  CreditRoundRobin(double creditsPerPeriod, long periodNanos) {
    if (!(creditsPerPeriod > 0) || periodNanos < 1) {
      throw new IllegalArgumentException(
          "credits are "
              + creditsPerPeriod
              + " per "
              + periodNanos
              + " ns; must be above 0 per at least 1 ns");
    }
    this.creditsPerPeriod = creditsPerPeriod;
    this.periodNanos = periodNanos;
  }

  @Override
  public void arrived(String tenant, long nowNanos) {
    Tenant of = byName.get(tenant);
    if (of == null) {
      of = new Tenant(tenant);
      byName.put(tenant, of);
      round.add(of);
      of.credits = creditsPerPeriod / round.size();
    }
    of.waiting++;
    of.active = true;
    refill(nowNanos);
  }

  @Override
  public @Nullable Admission next(long nowNanos) {
    refill(nowNanos);
    for (int tried = 0; tried <= round.size() && !round.isEmpty(); tried++) {
      Tenant tenant = round.get(position);
      double estimate = tenant.mean.estimate();
      // At least 1, or a tenant without credits could run requests with an estimate of 0.
      if (leftOfVisit > 0 && tenant.waiting > 0 && tenant.credits >= Math.max(1, estimate)) {
        leftOfVisit--;
        tenant.waiting--;
        tenant.credits -= estimate;
        return new Admission(tenant.name, estimate);
      }
      position = (position + 1) % round.size();
      leftOfVisit = round.get(position).waiting;
    }
    return null;
  }

  @Override
  public void completed(Admission admission, double actualBytes) {
    Tenant tenant = byName.get(admission.tenant());
    if (tenant != null) {
      tenant.credits += admission.estimateBytes() - actualBytes;
      tenant.mean.add(actualBytes);
    }
  }

  @Override
  public long nanosUntilChange(long nowNanos) {
    return started ? Math.max(1, nextRefillNanos - nowNanos) : Long.MAX_VALUE;
  }

  private void refill(long nowNanos) {
    if (!started) {
      started = true;
      nextRefillNanos = nowNanos + periodNanos;
    }
    while (nowNanos - nextRefillNanos >= 0) {
      long active = round.stream().filter(tenant -> tenant.active).count();
      for (Tenant tenant : round) {
        // An idle tenant keeps its share, so that it can start at full speed.
        double share = creditsPerPeriod / (tenant.active ? active : round.size());
        tenant.credits = Math.min(share, tenant.credits + share);
        tenant.active = tenant.waiting > 0;
      }
      nextRefillNanos += periodNanos;
    }
  }
}
