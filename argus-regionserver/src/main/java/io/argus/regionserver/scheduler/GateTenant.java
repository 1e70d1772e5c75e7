package io.argus.regionserver.scheduler;

import io.argus.core.TenantId;
import io.argus.regionserver.scheduler.DeficitRoundRobin.Flow;
import org.jspecify.annotations.Nullable;

/**
 * One tenant as the HDFS gate knows it: its credits, who waits and what its reads cost lately.
 *
 * <p>Guarded by the gate lock, except {@link #backlog}.
 */
final class GateTenant {
  final TenantId id;
  final BacklogClock backlog = new BacklogClock();
  final CreditAccount account = new CreditAccount();

  /** Its place among those whose credits cover their next read, and among all others. */
  final Flow<GateTenant> guaranteed;

  final Flow<GateTenant> surplus;
  final MeanByKind readBytes;
  double share;

  private @Nullable RequestTurn<?> head;
  private @Nullable RequestTurn<?> tail;
  int waiting;
  int atHdfs;

  /** Whether it was at the gate since the last refill. */
  boolean usedSinceRefill;

  /** Whether it reads with credits to spare, so that it is below its share. */
  boolean claiming;

  boolean backlogged;
  long delayed;
  long timedOut;

  GateTenant(
      TenantId id,
      DeficitRoundRobin<GateTenant> guaranteedRing,
      DeficitRoundRobin<GateTenant> surplusRing,
      int window) {
    this.id = id;
    guaranteed = guaranteedRing.newFlow(this, 1);
    surplus = surplusRing.newFlow(this, 1);
    readBytes = new MeanByKind(window);
  }

  @Nullable RequestTurn<?> head() {
    return head;
  }

  void addLast(RequestTurn<?> turn) {
    turn.waiting = true;
    turn.previous = tail;
    turn.next = null;
    if (tail == null) {
      head = turn;
    } else {
      tail.next = turn;
    }
    tail = turn;
    waiting++;
  }

  void remove(RequestTurn<?> turn) {
    if (turn.previous == null) {
      head = turn.next;
    } else {
      turn.previous.next = turn.next;
    }
    if (turn.next == null) {
      tail = turn.previous;
    } else {
      turn.next.previous = turn.previous;
    }
    turn.previous = null;
    turn.next = null;
    turn.waiting = false;
    waiting--;
  }
}
