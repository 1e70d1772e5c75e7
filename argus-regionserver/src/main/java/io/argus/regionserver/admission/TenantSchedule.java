package io.argus.regionserver.admission;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.hdfs.IoTenant;

/**
 * What the scheduler knows of one tenant at one moment. Counters run since the tenant was first
 * seen.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TenantSchedule {
  private final TenantId tenant;
  private final double hdfsShare;
  private final double ioCostFactor;
  private final int queueLength;
  private final long queueBytes;
  private final int running;
  private final int parked;
  private final int waitingForHdfs;
  private final int atHdfs;
  private final long creditBalance;
  private final long creditsReserved;
  private final long creditsEarned;
  private final long creditsSpent;
  private final long creditsForfeited;
  private final long creditsSurplus;
  private final long rejected;
  private final long delayedReads;
  private final long timedOutWaits;
  private final long backloggedNanos;

  TenantSchedule(ScheduledTenant<?> admission, long nowNanos) {
    IoTenant gate = admission.gate;
    tenant = admission.id;
    hdfsShare = gate.share;
    ioCostFactor = gate.requestPrice();
    queueLength = admission.queue.length();
    queueBytes = admission.queue.bytes();
    running = admission.running;
    parked = admission.parked;
    waitingForHdfs = gate.waiting;
    atHdfs = gate.atHdfs;
    creditBalance = gate.account.balance();
    creditsReserved = gate.account.reserved();
    creditsEarned = gate.account.earned();
    creditsSpent = gate.account.spent();
    creditsForfeited = gate.account.forfeited();
    creditsSurplus = gate.account.surplus();
    rejected = admission.rejected;
    delayedReads = gate.delayed;
    timedOutWaits = gate.timedOut;
    backloggedNanos = gate.backlog.totalNanos(nowNanos);
  }

  public TenantId tenant() {
    return tenant;
  }

  public double hdfsShare() {
    return hdfsShare;
  }

  /** What a byte that it reads costs, in relation to the mean byte read here. */
  public double ioCostFactor() {
    return ioCostFactor;
  }

  public int queueLength() {
    return queueLength;
  }

  public long queueBytes() {
    return queueBytes;
  }

  /** Requests that use a handler slot. */
  public int running() {
    return running;
  }

  /** Requests that wait for HDFS or read from it. */
  public int parked() {
    return parked;
  }

  public int waitingForHdfs() {
    return waitingForHdfs;
  }

  public int atHdfs() {
    return atHdfs;
  }

  /** Credits that may be spent now; negative is a debt. */
  public long creditBalance() {
    return creditBalance;
  }

  /** Credits set aside for reads in progress. */
  public long creditsReserved() {
    return creditsReserved;
  }

  /** Refills and surplus; always spent + reserved + balance + forfeited. */
  public long creditsEarned() {
    return creditsEarned;
  }

  public long creditsSpent() {
    return creditsSpent;
  }

  public long creditsForfeited() {
    return creditsForfeited;
  }

  /** The part of what was earned that came from capacity nobody claimed. */
  public long creditsSurplus() {
    return creditsSurplus;
  }

  public long rejected() {
    return rejected;
  }

  /** Reads that had to wait for their turn; while observing: that would have had to. */
  public long delayedReads() {
    return delayedReads;
  }

  /** Waits for HDFS that ended because of the wait limit. */
  public long timedOutWaits() {
    return timedOutWaits;
  }

  /** For how long a request was kept waiting, for a handler or for HDFS. */
  public long backloggedNanos() {
    return backloggedNanos;
  }
}
