package io.argus.regionserver.hdfs;

import io.argus.regionserver.scheduling.RequestState;
import org.jspecify.annotations.Nullable;

/**
 * Turns in the order in which they came; any of them can leave. Linked through the turns
 * themselves, so that waiting allocates nothing.
 *
 * <p>Guarded by the gate lock.
 */
public final class IoQueue {
  private @Nullable RequestState<?> head;
  private @Nullable RequestState<?> tail;

  @Nullable RequestState<?> head() {
    return head;
  }

  void addLast(RequestState<?> turn) {
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

  void remove(RequestState<?> turn) {
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
