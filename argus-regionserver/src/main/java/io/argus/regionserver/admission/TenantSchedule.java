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
  private final int blockedOnIo;
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
    IoTenant io = admission.io;
    tenant = admission.id();
    hdfsShare = io.share();
    ioCostFactor = io.ioCostFactor();
    queueLength = admission.queue.length();
    queueBytes = admission.queue.bytes();
    running = admission.running;
    blockedOnIo = admission.blocked;
    waitingForHdfs = io.waiting();
    atHdfs = io.atHdfs();
    creditBalance = io.account().balance();
    creditsReserved = io.account().reserved();
    creditsEarned = io.account().earned();
    creditsSpent = io.account().spent();
    creditsForfeited = io.account().forfeited();
    creditsSurplus = io.account().surplus();
    rejected = admission.rejected;
    delayedReads = io.delayed();
    timedOutWaits = io.timedOut();
    backloggedNanos = io.backlog().totalNanos(nowNanos);
  }

  public TenantId tenant() {
    return tenant;
  }

  public double hdfsShare() {
    return hdfsShare;
  }

  /** What a byte that it reads costs, relative to the mean byte that anybody reads here. */
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

  /** Requests in flight that use none: they wait for HDFS, read from it or pause. */
  public int blockedOnIo() {
    return blockedOnIo;
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

  /** The part of what was earned that came from capacity no guaranteed share used. */
  public long creditsSurplus() {
    return creditsSurplus;
  }

  public long rejected() {
    return rejected;
  }

  /** Reads that waited for a grant; while observing: that would have waited. */
  public long delayedReads() {
    return delayedReads;
  }

  /** Waits for HDFS that ended because of the wait limit. */
  public long timedOutWaits() {
    return timedOutWaits;
  }

  /** How long a request was kept waiting, for a handler slot or for HDFS. */
  public long backloggedNanos() {
    return backloggedNanos;
  }
}
