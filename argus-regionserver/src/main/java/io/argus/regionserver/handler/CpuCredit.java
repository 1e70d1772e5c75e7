package io.argus.regionserver.handler;

import io.argus.regionserver.scheduling.DeficitRoundRobin;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import java.util.concurrent.TimeUnit;

/**
 * The one account of the CPU time that a tenant's reads and writes use, in the rounds of the ring
 * in which reads take turns.
 *
 * <p>Idea: a tenant earns its quantum once a round. While only its reads or only its writes wait,
 * these have all of it, with what the others left over or owe. While both wait, each earns half, so
 * that neither keeps the other out, whatever their requests cost. What the reads have is the
 * deficit of their flow; what the writes have is kept here. Writes that cannot begin for another
 * reason save up no more than the dearest request may cost; what they earn beyond it is the reads'.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <T> owner of a flow
 */
final class CpuCredit<T> {
  static final long MAX_SAVED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final DeficitRoundRobin<T> ring;
  private final Flow<T> flow;
  private long quantum;
  private boolean readsWait;
  private boolean writesWait;
  private long saved;
  private long earnedRound;

  /**
   * @param flow that of the tenant's reads in the ring
   * @param quantum what the tenant earns each round
   */
  CpuCredit(DeficitRoundRobin<T> ring, Flow<T> flow, long quantum) {
    this.ring = ring;
    this.flow = flow;
    this.quantum = quantum;
  }

  void quantum(long newQuantum) {
    earn();
    quantum = newQuantum;
    divide();
  }

  /**
   * Follows who waits; need not be called for reads alone.
   *
   * @param reads whether reads do; if not, their flow is not in the ring
   * @param writes whether writes do, and cores are to be divided for them
   */
  void follow(boolean reads, boolean writes) {
    if (readsWait == reads && writesWait == writes) {
      return;
    }
    earn();
    boolean writesWaited = writesWait;
    readsWait = reads;
    writesWait = writes;
    if (writes && !reads) {
      saved += ring.withdraw(flow);
    }
    if (writes || writesWaited) {
      divide();
    }
    if (!writes) {
      ring.charge(flow, -saved);
      saved = 0;
    }
  }

  boolean writesWait() {
    return writesWait;
  }

  /** Charges it for reads. */
  void chargeReads(long nanos) {
    charge(nanos, writesWait && !readsWait);
  }

  /** Charges it for writes. */
  void chargeWrites(long nanos) {
    charge(nanos, writesWait);
  }

  private void charge(long nanos, boolean fromSaved) {
    if (fromSaved) {
      saved = Math.max(saved - nanos, -HandlerSlots.DEBT_ROUNDS * quantum);
    } else {
      ring.charge(flow, nanos);
    }
  }

  /** After how many further rounds the writes have something; 0 if they do now. */
  long roundsToWait() {
    earn();
    return saved > 0 ? 0 : -saved / writesQuantum() + 1;
  }

  private void earn() {
    if (writesWait) {
      saved += (ring.round() - earnedRound) * writesQuantum();
      long beyond = Math.max(0, saved - MAX_SAVED_NANOS);
      saved -= beyond;
      if (readsWait) {
        ring.charge(flow, -beyond);
      }
    }
    earnedRound = ring.round();
  }

  private long writesQuantum() {
    return readsWait ? (quantum + 1) / 2 : quantum;
  }

  private void divide() {
    ring.quantum(flow, writesWait ? quantum - writesQuantum() : quantum);
  }
}
