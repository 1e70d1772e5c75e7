package io.argus.regionserver.scheduling;

import org.jspecify.annotations.Nullable;

/**
 * Deficit round robin over flows whose costs are known only afterwards: a flow is charged an
 * estimate when it is served and the rest when the truth is known.
 *
 * <p>Idea: each round gives every flow its quantum; a flow is served while its deficit covers the
 * cost of its next item. Rounds that serve nobody are skipped in one step, so quanta may be small.
 * A flow that leaves the ring keeps its debt, and goes on earning up to {@code lagRounds} quanta,
 * so that closed-loop clients do not lose their turn by being away for a moment. One that comes
 * with nearly that much saved up has used little lately, and is next: it need not wait for the
 * round, however many flows there are. A debt is {@code debtRounds} quanta at most, so that what
 * turned out far dearer than expected does not keep its flow out for ever. Invariant: between two
 * flows that stay in the ring and below that, service / quantum differs by at most one quantum and
 * the items in service each. Serving is O(1) amortised over the flows in the ring, entering and
 * leaving O(1); nothing is allocated.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <T> owner of a flow
 */
public final class DeficitRoundRobin<T> {
  /** What one owner asks for. */
  public static final class Flow<T> {
    private final @Nullable T owner;
    private long quantum = 1;
    private long cost = 1;
    private long deficit;
    private long toppedUpRound;
    private boolean active;
    private Flow<T> previous = this;
    private Flow<T> next = this;

    private Flow(@Nullable T owner) {
      this.owner = owner;
    }

    @SuppressWarnings("NullAway") // only the anchor has no owner, and it never leaves the ring
    public T owner() {
      return owner;
    }

    public boolean active() {
      return active;
    }

    long deficit() {
      return deficit;
    }

    /** Sets what the next item is expected to cost; at least 1. */
    public void expect(long nextCost) {
      cost = Math.max(1, nextCost);
    }
  }

  private static final long MAX_ROUNDS_EARNED = 1 << 20;

  /** A flow has used little lately if it has saved up this part of what it may. */
  private static final double SPARSE = 0.9;

  private final int lagRounds;
  private final int debtRounds;
  private final boolean sparseFirst;
  private final Flow<T> anchor = new Flow<>(null);
  private Flow<T> cursor = anchor;
  private long round;
  private int size;

  /**
   * Returns an empty ring.
   *
   * @param lagRounds how many quanta a flow outside it may save up
   * @param debtRounds how many quanta a flow may owe
   */
  public DeficitRoundRobin(int lagRounds, int debtRounds) {
    this(lagRounds, debtRounds, true);
  }

  /**
   * Returns an empty ring.
   *
   * @param sparseFirst whether a flow that has used little lately is next when it comes
   */
  public DeficitRoundRobin(int lagRounds, int debtRounds, boolean sparseFirst) {
    this.lagRounds = lagRounds;
    this.debtRounds = debtRounds;
    this.sparseFirst = sparseFirst;
  }

  public Flow<T> newFlow(T owner, long quantum) {
    Flow<T> flow = new Flow<>(owner);
    flow.quantum = Math.max(1, quantum);
    flow.toppedUpRound = round;
    return flow;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  public void quantum(Flow<T> flow, long quantum) {
    settleEarnings(flow);
    flow.quantum = Math.max(1, quantum);
  }

  /** Lets the flow take part: next if it is sparse, else from the end of the current round on. */
  public void activate(Flow<T> flow) {
    if (flow.active) {
      return;
    }
    settleEarnings(flow);
    flow.active = true;
    boolean sparse = isSparse(flow);
    if (cursor == anchor && sparse) {
      cursor = anchor.next; // or it would end this round and the next ones, and never others' turn
    }
    Flow<T> following = sparse ? cursor : anchor;
    flow.previous = following.previous;
    flow.next = following;
    following.previous.next = flow;
    following.previous = flow;
    if (sparse) {
      cursor = flow;
    }
    size++;
  }

  public void deactivate(Flow<T> flow) {
    if (!flow.active) {
      return;
    }
    if (cursor == flow) {
      cursor = flow.next; // which ends no round: it may be back at once, with what it has left
    }
    topUp(flow);
    flow.deficit = Math.min(flow.deficit, lagRounds * flow.quantum);
    flow.active = false;
    flow.previous.next = flow.next;
    flow.next.previous = flow.previous;
    flow.next = flow;
    flow.previous = flow;
    size--;
  }

  /** Books a cost; a negative one is a refund. */
  public void charge(Flow<T> flow, long cost) {
    flow.deficit = Math.max(flow.deficit - cost, -debtRounds * flow.quantum);
  }

  /** Takes what a flow outside the ring has saved up, or owes, away from it, and returns it. */
  public long withdraw(Flow<T> flow) {
    settleEarnings(flow);
    long deficit = flow.deficit;
    flow.deficit = 0;
    return deficit;
  }

  /** How many rounds have begun. */
  public long round() {
    return round;
  }

  /** Lets rounds pass in which none of the flows is served; each earns what it would else. */
  public void passRounds(long rounds) {
    round += Math.max(0, rounds);
  }

  /** Returns the flow to serve now, or null if the ring is empty. The caller charges it. */
  public @Nullable Flow<T> next() {
    if (size == 0) {
      return null;
    }
    while (true) {
      for (int step = 0; step <= size; step++) {
        if (cursor != anchor) {
          topUp(cursor);
          if (cursor.deficit >= cursor.cost) {
            return cursor;
          }
        }
        advance();
      }
      skipRounds();
    }
  }

  /** Whether a flow has used little lately. */
  public boolean isSparse(Flow<T> flow) {
    return sparseFirst && flow.deficit >= SPARSE * lagRounds * flow.quantum;
  }

  /** Whether the flow that is served now has used little lately. */
  public boolean nextIsSparse() {
    return cursor != anchor && isSparse(cursor);
  }

  /** The first flow after the anchor, then {@link #after}: all active ones, in no useful order. */
  public @Nullable Flow<T> first() {
    return after(anchor);
  }

  public @Nullable Flow<T> after(Flow<T> flow) {
    return flow.next == anchor ? null : flow.next;
  }

  private void advance() {
    cursor = cursor.next;
    if (cursor == anchor) {
      round++;
    }
  }

  private void skipRounds() {
    long fewest = Long.MAX_VALUE;
    for (Flow<T> flow = anchor.next; flow != anchor; flow = flow.next) {
      topUp(flow);
      long lacking = flow.cost - flow.deficit;
      fewest = Math.min(fewest, (lacking + flow.quantum - 1) / flow.quantum);
    }
    round += Math.max(0, fewest - 1);
  }

  private void topUp(Flow<T> flow) {
    flow.deficit += (round - flow.toppedUpRound) * flow.quantum;
    flow.toppedUpRound = round;
  }

  private void settleEarnings(Flow<T> flow) {
    if (flow.active) {
      topUp(flow);
      return;
    }
    long rounds = Math.min(round - flow.toppedUpRound, MAX_ROUNDS_EARNED);
    flow.deficit = Math.min(flow.deficit + rounds * flow.quantum, lagRounds * flow.quantum);
    flow.toppedUpRound = round;
  }
}
