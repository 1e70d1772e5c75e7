package io.argus.rivals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The dissertation's adaptation of deficit round robin (algorithm 3). A request is admitted when
 * the credits of its tenant cover its estimated HDFS bytes; when it ends, the tenant pays for the
 * actual bytes. Every period refills the same number of credits, whatever the disk can do.
 *
 * <p>Procedure REFILL is {@link ElasticReservation}: every tenant gets its share, and the busy ones
 * also what those that fall short give away, who keep their credits, so that they can start at full
 * speed. A tenant never holds more than one refill. While the throughputs of the tenants alone are
 * not known, only a tenant without any request in the last period falls short. A tenant with
 * requests that wait needs what it has, and gives nothing: its credits are not redundant. By
 * throughput alone, a tenant that is served less would give to the one that displaces it.
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
  private final Reservations reservations;
  private final Map<String, Tenant> byName = new HashMap<>();
  private final List<Tenant> round = new ArrayList<>();
  private int position;

  /** Requests left of those that waited when the round reached the tenant. */
  private int leftOfVisit;

  private long nextRefillNanos;
  private boolean started;

  /**
   * @param creditsPerPeriod HDFS bytes of all tenants together per period
   * @param reservations says what is known of the tenants, and learns what they give away
   */
  CreditRoundRobin(double creditsPerPeriod, long periodNanos, Reservations reservations) {
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
    this.reservations = reservations;
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
    if (nowNanos - nextRefillNanos < 0) {
      return;
    }
    long periods = 1 + (nowNanos - nextRefillNanos) / periodNanos;
    nextRefillNanos += periods * periodNanos;
    Map<String, Double> givenAway = givenAway(periods);
    ElasticReservation.shares(shares(), givenAway, true)
        .forEach(
            (name, share) -> {
              Tenant tenant = byName.get(name);
              if (tenant != null) {
                double most = share * creditsPerPeriod;
                tenant.credits = Math.min(most, tenant.credits + periods * most);
              }
            });
    for (Tenant tenant : round) {
      tenant.active = tenant.waiting > 0;
    }
    reservations.givenAway(givenAway);
  }

  private Map<String, Double> givenAway(long periods) {
    double seconds = periods * (double) periodNanos / TimeUnit.SECONDS.toNanos(1);
    Map<String, Double> isolatedThroughputs = reservations.isolatedThroughputs();
    Map<String, Double> givenAway = new HashMap<>();
    for (Tenant tenant : round) {
      double throughput = reservations.takeOperations(tenant.name) / seconds;
      double expected =
          isolatedThroughputs.getOrDefault(tenant.name, 0.0)
              / Math.max(1, isolatedThroughputs.size());
      givenAway.put(tenant.name, givenAway(tenant, throughput, expected));
    }
    return givenAway;
  }

  private static double givenAway(Tenant tenant, double throughput, double expected) {
    if (!tenant.active) {
      return 1;
    }
    return tenant.waiting > 0 ? 0 : ElasticReservation.givenAway(throughput, expected);
  }

  /** Shares before anything is given away: of those who run together, or of all that were here. */
  private Map<String, Double> shares() {
    Map<String, Double> planned = reservations.hdfsShares();
    Map<String, Double> isolatedThroughputs = reservations.isolatedThroughputs();
    Map<String, Double> shares = new HashMap<>();
    for (Tenant tenant : round) {
      if (isolatedThroughputs.isEmpty()) {
        shares.put(tenant.name, 1.0 / round.size());
      } else if (tenant.active || isolatedThroughputs.containsKey(tenant.name)) {
        shares.put(
            tenant.name, planned.getOrDefault(tenant.name, 1.0 / isolatedThroughputs.size()));
      }
    }
    return shares;
  }
}
