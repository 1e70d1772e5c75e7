package io.argus.regionserver.handler;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.io.CreditAccount;
import io.argus.regionserver.io.IoTenant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the scheduler knows of one tenant at one moment. Counters run since the tenant was first
 * seen.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TenantSnapshot {
  private final TenantId tenant;
  private final double hdfsShare;
  private final double ioCostFactor;
  private final int queueLength;
  private final int blockedOnIo;
  private final int waitingForHdfs;
  private final int atHdfs;
  private final CreditAccount credits;
  private final long rejected;
  private final long heldByCap;
  private final double capSeconds;
  private final long writesHeld;
  private final long callsHeld;
  private final long delayedReads;
  private final long timedOutWaits;
  private final long backloggedNanos;
  private final long requests;
  private final long requestCpuNanos;
  private final long backgroundCpuNanos;
  private final List<OfClass> classes;

  /** One class of a tenant that has several; counters run since it was first seen. Immutable. */
  public static final class OfClass {
    private final String name;
    private final long operations;
    private final long waitedNanos;
    private final long servedNanos;
    private final long heldByCap;
    private final long capWaitNanos;
    private final double capSeconds;

    private OfClass(HandlerClass<?> handler) {
      name = handler.name;
      operations = handler.operations;
      waitedNanos = handler.waitedNanos;
      servedNanos = handler.servedNanos;
      heldByCap = handler.heldByCap;
      capWaitNanos = handler.capWaitNanos;
      capSeconds = handler.cap.usedSeconds();
    }

    public String name() {
      return name;
    }

    public long operations() {
      return operations;
    }

    /** How long its requests that have ended waited, for a handler slot or for HDFS. */
    public long waitedNanos() {
      return waitedNanos;
    }

    /** How long they were in handlers, or read from HDFS. */
    public long servedNanos() {
      return servedNanos;
    }

    /** Requests that had to wait because of its cap, or were sent away. */
    public long heldByCap() {
      return heldByCap;
    }

    /** How long the requests that handlers have taken waited for its cap or its tenant's. */
    public long capWaitNanos() {
      return capWaitNanos;
    }

    /** In how many seconds the whole cluster may do under its cap what was done here so far. */
    public double capSeconds() {
      return capSeconds;
    }
  }

  TenantSnapshot(HandlerTenant<?> handler, long nowNanos) {
    IoTenant io = handler.io;
    tenant = handler.id();
    hdfsShare = io.share();
    ioCostFactor = io.ioCostFactor();
    queueLength = handler.queued() + handler.host.queued();
    blockedOnIo = handler.blocked;
    waitingForHdfs = io.waiting();
    atHdfs = io.atHdfs();
    credits = io.credits();
    rejected = handler.rejected + handler.host.refused();
    heldByCap = handler.heldByCap;
    capSeconds = handler.cap.usedSeconds();
    writesHeld = handler.writesHeld;
    callsHeld = handler.callsHeld;
    delayedReads = io.delayed();
    timedOutWaits = io.timedOut();
    backloggedNanos = io.backlog().totalNanos(nowNanos);
    requests = handler.requests + handler.host.ended();
    requestCpuNanos = handler.cpu.requestNanos();
    backgroundCpuNanos = handler.cpu.backgroundNanos();
    List<OfClass> all = new ArrayList<>();
    if (handler.isDivided() || handler.defaultClass.cap.limits()) {
      handler.classes().forEach(each -> all.add(new OfClass(each)));
    }
    classes = Collections.unmodifiableList(all);
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

  /** Requests in flight that use no handler slot: they wait for HDFS, read from it or pause. */
  public int blockedOnIo() {
    return blockedOnIo;
  }

  public int waitingForHdfs() {
    return waitingForHdfs;
  }

  public int atHdfs() {
    return atHdfs;
  }

  /** Its HDFS credits; nobody changes them any more. */
  public CreditAccount credits() {
    return credits;
  }

  /** Credits that may be spent now; negative is a debt. */
  public long creditBalance() {
    return credits.balance();
  }

  public long creditsSpent() {
    return credits.spent();
  }

  public long rejected() {
    return rejected;
  }

  /** Requests that had to wait because of the tenant's cap, or were sent away. */
  public long heldByCap() {
    return heldByCap;
  }

  /** Writes that had to wait because the tenant holds more of the memstores than its part. */
  public long writesHeld() {
    return writesHeld;
  }

  /** How often its long calls waited, as calls under SLOs on p99 needed the cores. */
  public long callsHeld() {
    return callsHeld;
  }

  /** In how many seconds it may do in the whole cluster what it has done here. */
  public double capSeconds() {
    return capSeconds;
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

  /** Requests that a handler has taken. */
  public long requests() {
    return requests;
  }

  /** CPU time of its requests in handlers, extrapolated from a sample. */
  public long requestCpuNanos() {
    return requestCpuNanos;
  }

  /** CPU time of its compactions, of those that wait for I/O admission. */
  public long backgroundCpuNanos() {
    return backgroundCpuNanos;
  }

  /** Its classes, none if it has only one, without a cap. */
  public List<OfClass> classes() {
    return classes;
  }
}
