package io.argus.regionserver.handler;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * When writes may begin while the cores are busy, so that they use no more CPU time than is their
 * tenants', without slots that reads could have.
 *
 * <p>Idea: a write mostly waits for the log, so no number of slots says what it uses of the cores.
 * It begins while its tenant has {@link CpuCredit}, which it earns as reads take their turns. Reads
 * wait for no write. If no read waits, nobody else's turn comes first: then the next round begins
 * for writes, as long as the writes in handlers, each counted by the part of its time in which it
 * uses a core, leave those of the reads' slots that are taken. Likewise if no read has begun for a
 * while, such as while long ones that never pause have all slots.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <R> type of a request
 */
final class WriteTurns<R> {
  private final HandlerLimits limits;
  private final HandlerSlots<R> reads;
  private final HandlerSlots<R> writes;
  private final Consumer<HandlerTenant<R>> mayBegin;

  /** Those whose writes wait for credit, and some that did lately. */
  private final List<HandlerTenant<R>> waiting = new ArrayList<>();

  private int waitingCount;
  private long seenRound;
  private boolean readsBegan;
  private boolean readsStandStill;

  /**
   * @param mayBegin receives each tenant that has credit for its writes again
   */
  WriteTurns(
      HandlerLimits limits,
      HandlerSlots<R> reads,
      HandlerSlots<R> writes,
      Consumer<HandlerTenant<R>> mayBegin) {
    this.limits = limits;
    this.reads = reads;
    this.writes = writes;
    this.mayBegin = mayBegin;
  }

  /**
   * Follows whether a tenant's requests wait for slots; returns whether one may begin, as far as
   * CPU time is concerned.
   */
  boolean follow(HandlerSlots.Use<R> use) {
    HandlerTenant<R> tenant = use.tenant;
    boolean writesWait = tenant.writes.waits() && limits.chargesCpu() && !tenant.writes.isAtBound();
    if (!writesWait && !tenant.cpuCredit.writesWait()) {
      return true; // as for whoever only reads
    }
    tenant.cpuCredit.follow(tenant.reads.waits(), writesWait);
    if (!use.slots.ofWrites) {
      return true;
    }
    boolean may = !writesWait || tenant.cpuCredit.roundsToWait() == 0;
    if (!may && !tenant.listedForCpu) {
      tenant.listedForCpu = true;
      waiting.add(tenant);
    }
    if (may == tenant.waitsForCpu) {
      tenant.waitsForCpu = !may;
      waitingCount += may ? -1 : 1;
    }
    return may;
  }

  /** Whether {@link #beginRound} would let a write begin. */
  boolean mayBeginRound() {
    return waitingCount > 0
        && writes.isFree()
        && (readsStandStill || (reads.waiting() == 0 && writes.cores() < coresForWrites()));
  }

  private double coresForWrites() {
    return Math.max(limits.policy().cores / 2.0, limits.slots() - reads.running());
  }

  /** Nobody else is next: rounds pass until one of the tenants has credit for a write. */
  void beginRound() {
    long rounds = Long.MAX_VALUE;
    for (HandlerTenant<R> tenant : waiting) {
      if (tenant.waitsForCpu) {
        rounds = Math.min(rounds, tenant.cpuCredit.roundsToWait());
      }
    }
    reads.ring.passRounds(rounds);
    letBegin();
  }

  /** Rounds may have passed: looks who has credit now. */
  void followRounds() {
    if (reads.ring.round() != seenRound) {
      letBegin();
    }
  }

  private void letBegin() {
    seenRound = reads.ring.round();
    for (int i = waiting.size() - 1; i >= 0; i--) {
      HandlerTenant<R> tenant = waiting.get(i);
      if (tenant.waitsForCpu && tenant.cpuCredit.roundsToWait() == 0) {
        mayBegin.accept(tenant);
      }
      if (!tenant.waitsForCpu) {
        tenant.listedForCpu = false;
        waiting.set(i, waiting.get(waiting.size() - 1));
        waiting.remove(waiting.size() - 1);
      }
    }
  }

  void readBegins() {
    readsBegan = true;
    readsStandStill = false;
  }

  /** Looks whether reads have begun since the last call, or none waits. */
  void followReads() {
    readsStandStill = !readsBegan && reads.waiting() > 0;
    readsBegan = false;
  }
}
