package io.argus.regionserver.hdfs;

import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for a grant, in the order in which they came; any of them can leave. Linked
 * through the requests themselves, so that waiting allocates nothing.
 *
 * <p>Guarded by the I/O lock.
 */
final class IoQueue {
  private @Nullable IoRequest head;
  private @Nullable IoRequest tail;

  @Nullable IoRequest head() {
    return head;
  }

  void addLast(IoRequest request) {
    request.queue = this;
    request.previous = tail;
    request.next = null;
    if (tail == null) {
      head = request;
    } else {
      tail.next = request;
    }
    tail = request;
  }

  void remove(IoRequest request) {
    if (request.previous == null) {
      head = request.next;
    } else {
      request.previous.next = request.next;
    }
    if (request.next == null) {
      tail = request.previous;
    } else {
      request.next.previous = request.previous;
    }
    request.queue = null;
    request.previous = null;
    request.next = null;
  }
}
