package io.argus.regionserver.handler;

import io.argus.core.usage.RequestKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The waiting requests of one class of a tenant's: those that write in one lane, all others in
 * another, as they use different {@link HandlerSlots}, but long ones that may need a grant of
 * {@link BulkGrants} in a third.
 *
 * <p>Idea: requests of a lane are served in the order of their arrival. Those that cannot be
 * answered in time any more are served after all others: under overload a tenant's clients get as
 * many answers as it can give, instead of answers that all come too late. A request whose client
 * has gone is handed out at once, since the platform then only drops it.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <R> type of a request
 */
final class RequestQueue<R> {
  /**
   * A request that waits for a handler slot.
   *
   * @param <R> type of a request
   */
  static final class Queued<R> {
    private static final long MAX_HELD_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The deadline of a request whose client waits as long as it takes. */
    static final long NO_DEADLINE = Long.MAX_VALUE;

    final R request;
    final RequestCosts costs;
    final int operations;
    final long bytes;

    /** Whether it may need a grant of {@link BulkGrants}. */
    final boolean isLong;

    final long offeredNanos;

    /** After how long, since it was offered, its client waits no more; or {@link #NO_DEADLINE}. */
    private final long usefulNanos;

    /** {@link HandlerClass#blockedNanos} when it was added. */
    final long blockedBefore;

    /** {@link HandlerClass#cappedNanos} when it was added. */
    final long cappedBefore;

    /** {@link HandlerTenant#heldNanos} when it was added. */
    final long heldBefore;

    Queued(
        R request,
        RequestCosts costs,
        int operations,
        long bytes,
        boolean isLong,
        long offeredNanos,
        long usefulNanos,
        long blockedBefore,
        long cappedBefore,
        long heldBefore) {
      this.request = request;
      this.costs = costs;
      this.operations = operations;
      this.bytes = bytes;
      this.isLong = isLong;
      this.offeredNanos = offeredNanos;
      this.usefulNanos = usefulNanos;
      this.blockedBefore = blockedBefore;
      this.cappedBefore = cappedBefore;
      this.heldBefore = heldBefore;
    }

    RequestKind kind() {
      return costs.kind;
    }

    /** Whether it has waited for its tenant's memstores for as long as it may. */
    boolean isHeldLongEnough(long nowNanos) {
      return nowNanos - offeredNanos >= Math.min(MAX_HELD_NANOS, usefulNanos / 2);
    }

    /** Whether its client does not wait any more. */
    boolean hasExpired(long nowNanos) {
      return usefulNanos != NO_DEADLINE && nowNanos - offeredNanos >= usefulNanos;
    }

    /**
     * Whether it is expected not to be answered in time, even if it begins now. For half of the
     * time that its client waits it is not, so that one which always takes that long gets its turn.
     */
    boolean isTooLate(long nowNanos) {
      return usefulNanos != NO_DEADLINE
          && nowNanos - offeredNanos + Math.min(costs.answerNanos(), usefulNanos / 2)
              >= usefulNanos;
    }
  }

  /** Requests of some kinds. */
  private static final class Lane<R> {
    final ArrayDeque<Queued<R>> inTime = new ArrayDeque<>();
    final ArrayDeque<Queued<R>> tooLate = new ArrayDeque<>();

    /** Moves those aside that have become too late; looks no further than the first that is not. */
    void setAside(long nowNanos) {
      for (Queued<R> first = inTime.peek();
          first != null && first.isTooLate(nowNanos);
          first = inTime.peek()) {
        tooLate.add(inTime.remove());
      }
    }

    void remove(Queued<R> head) {
      (head == inTime.peek() ? inTime : tooLate).remove();
    }
  }

  private final Lane<R> reads = new Lane<>();
  private final Lane<R> longs = new Lane<>();
  private final Lane<R> writes = new Lane<>();
  private int length;
  private long operations;
  private long bytes;

  int length() {
    return length;
  }

  boolean isEmpty() {
    return length == 0;
  }

  long operations() {
    return operations;
  }

  long bytes() {
    return bytes;
  }

  void add(Queued<R> request) {
    lane(request).inTime.add(request);
    length++;
    operations += request.operations;
    bytes += request.bytes;
  }

  /** Whether there are any in the lane of long ones. */
  boolean hasLong() {
    return first(longs) != null;
  }

  /**
   * Returns the request to be served next, as far as is known without the time; null if there is
   * none.
   *
   * @param ofWrites whether it is to be one that writes
   * @param grants whether it may be a long one
   */
  @Nullable Queued<R> head(boolean ofWrites, boolean grants) {
    return first(lane(ofWrites, grants));
  }

  /** Returns the request to be served if nobody is served before others; null if there is none. */
  @Nullable Queued<R> oldest() {
    return older(first(lane(false, true)), first(writes));
  }

  private static <R> @Nullable Queued<R> older(@Nullable Queued<R> one, @Nullable Queued<R> other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return other.offeredNanos - one.offeredNanos < 0 ? other : one;
  }

  private Lane<R> lane(Queued<R> request) {
    if (request.kind().writes()) {
      return writes;
    }
    return request.isLong ? longs : reads;
  }

  /** The lane whose head is next; of long ones and others that which is older. */
  private Lane<R> lane(boolean ofWrites, boolean grants) {
    if (ofWrites) {
      return writes;
    }
    Queued<R> firstLong = grants ? first(longs) : null;
    return firstLong != null && firstLong == older(first(reads), firstLong) ? longs : reads;
  }

  private static <R> @Nullable Queued<R> first(Lane<R> lane) {
    Queued<R> inTime = lane.inTime.peek();
    return inTime == null ? lane.tooLate.peek() : inTime;
  }

  /** Removes and returns what {@link #head} is at a time; null if there is none. */
  @Nullable Queued<R> remove(boolean ofWrites, boolean grants, long nowNanos) {
    return removed(next(lane(ofWrites, grants), nowNanos));
  }

  private @Nullable Queued<R> removed(@Nullable Queued<R> head) {
    if (head != null) {
      lane(head).remove(head);
      length--;
      operations -= head.operations;
      bytes -= head.bytes;
    }
    return head;
  }

  private static <R> @Nullable Queued<R> next(Lane<R> lane, long nowNanos) {
    lane.setAside(nowNanos);
    Queued<R> tooLate = lane.tooLate.peek();
    boolean expired = tooLate != null && tooLate.hasExpired(nowNanos);
    return expired || lane.inTime.isEmpty() ? tooLate : lane.inTime.peek();
  }

  /** Removes and returns the request to be served if nobody is served before others. */
  @Nullable Queued<R> removeOldest() {
    return removed(oldest());
  }

  /** Returns how many writes are to begin so that those do that were held for long enough. */
  int writesHeldLongEnough(long nowNanos) {
    int before = 0;
    int last = 0;
    for (Queued<R> write : writes.inTime) {
      before++;
      last = write.isHeldLongEnough(nowNanos) ? before : last;
    }
    return last + writes.tooLate.size();
  }

  /** Adds the requests to a list. */
  void addTo(List<R> all) {
    for (Lane<R> lane : Arrays.asList(reads, longs, writes)) {
      lane.tooLate.forEach(queued -> all.add(queued.request));
      lane.inTime.forEach(queued -> all.add(queued.request));
    }
  }

  /** Removes and returns all requests. */
  List<R> drain() {
    List<R> drained = new ArrayList<>(length);
    for (Queued<R> next = removeOldest(); next != null; next = removeOldest()) {
      drained.add(next.request);
    }
    return drained;
  }
}
