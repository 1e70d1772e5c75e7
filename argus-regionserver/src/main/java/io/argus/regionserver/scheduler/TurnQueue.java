package io.argus.regionserver.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * Turns in the order in which they came; any of them can leave. Linked through the turns
 * themselves, so that waiting allocates nothing.
 *
 * <p>Guarded by the gate lock.
 */
final class TurnQueue {
  private @Nullable RequestTurn<?> head;
  private @Nullable RequestTurn<?> tail;

  @Nullable RequestTurn<?> head() {
    return head;
  }

  void addLast(RequestTurn<?> turn) {
    turn.queue = this;
    turn.previous = tail;
    turn.next = null;
    if (tail == null) {
      head = turn;
    } else {
      tail.next = turn;
    }
    tail = turn;
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
    turn.queue = null;
    turn.previous = null;
    turn.next = null;
  }
}
