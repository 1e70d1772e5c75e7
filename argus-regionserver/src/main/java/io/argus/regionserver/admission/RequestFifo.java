package io.argus.regionserver.admission;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One tenant's waiting requests in the order of their arrival, in a growing ring of arrays.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <R> type of a request
 */
final class RequestFifo<R> {
  private @Nullable Object[] requests = new @Nullable Object[16];
  private long[] sizes = new long[16];
  private long[] offeredNanos = new long[16];
  private long[] blockedBefore = new long[16];
  private @Nullable RequestCosts[] costs = new @Nullable RequestCosts[16];
  private int head;
  private int length;
  private long bytes;

  int length() {
    return length;
  }

  boolean isEmpty() {
    return length == 0;
  }

  long bytes() {
    return bytes;
  }

  /**
   * Adds a request.
   *
   * @param blockedNanos {@link ScheduledTenant#blockedNanos} now
   */
  void add(
      R request, RequestCosts costsOfKind, long requestBytes, long nowNanos, long blockedNanos) {
    if (length == requests.length) {
      grow();
    }
    int tail = (head + length) & (requests.length - 1);
    requests[tail] = request;
    costs[tail] = costsOfKind;
    sizes[tail] = requestBytes;
    offeredNanos[tail] = nowNanos;
    blockedBefore[tail] = blockedNanos;
    length++;
    bytes += requestBytes;
  }

  @SuppressWarnings("NullAway") // slots head .. head + length are never null
  RequestCosts headCosts() {
    return costs[head];
  }

  long headOfferedNanos() {
    return offeredNanos[head];
  }

  /** {@link ScheduledTenant#blockedNanos} when the oldest request was added. */
  long headBlockedBefore() {
    return blockedBefore[head];
  }

  /** Removes the oldest request; the fifo must not be empty. */
  @SuppressWarnings({"unchecked", "NullAway"}) // slots head .. head + length are never null
  R remove() {
    R request = (R) requests[head];
    requests[head] = null;
    bytes -= sizes[head];
    head = (head + 1) & (requests.length - 1);
    length--;
    return request;
  }

  private void grow() {
    int capacity = requests.length;
    requests = Arrays.copyOf(requests, 2 * capacity);
    sizes = Arrays.copyOf(sizes, 2 * capacity);
    offeredNanos = Arrays.copyOf(offeredNanos, 2 * capacity);
    blockedBefore = Arrays.copyOf(blockedBefore, 2 * capacity);
    costs = Arrays.copyOf(costs, 2 * capacity);
    System.arraycopy(requests, 0, requests, capacity, head);
    System.arraycopy(sizes, 0, sizes, capacity, head);
    System.arraycopy(offeredNanos, 0, offeredNanos, capacity, head);
    System.arraycopy(blockedBefore, 0, blockedBefore, capacity, head);
    System.arraycopy(costs, 0, costs, capacity, head);
    Arrays.fill(requests, 0, head, null);
  }
}
