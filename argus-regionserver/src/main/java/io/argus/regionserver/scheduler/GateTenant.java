package io.argus.regionserver.scheduler;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.scheduler.DeficitRoundRobin.Flow;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One tenant as the HDFS gate knows it: its credits, who waits and what its reads cost lately.
 *
 * <p>Of its requests, those that have begun go first: a get that needs a second block does not wait
 * behind everybody again. From the fifth read on, a request waits like a new one each time, so that
 * gets need not wait for whole scans.
 *
 * <p>Guarded by the gate lock, except {@link #backlog}.
 */
final class GateTenant {
  /** How many reads of a request follow each other without a wait behind others' first reads. */
  static final int READS_IN_A_ROW = 4;

  final TenantId id;
  final BacklogClock backlog = new BacklogClock();
  final CreditAccount account = new CreditAccount();

  /** Its place among those whose credits cover their next read, and among all others. */
  final Flow<GateTenant> guaranteed;

  final Flow<GateTenant> surplus;
  private final Map<RequestKind, ReadCost> reads = new EnumMap<>(RequestKind.class);
  private final ReadCost compactions;
  double share;

  private final List<ReadCost> allReads = new ArrayList<>();
  private int estimatorWindow;
  private final TurnQueue begun = new TurnQueue();
  private final TurnQueue fresh = new TurnQueue();
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
    estimatorWindow = window;
    compactions = new ReadCost(window);
    allReads.add(compactions);
  }

  ReadCost reads(RequestKind kind) {
    ReadCost cost = reads.get(kind);
    if (cost == null) {
      cost = new ReadCost(estimatorWindow);
      reads.put(kind, cost);
      allReads.add(cost);
    }
    return cost;
  }

  ReadCost compactions() {
    return compactions;
  }

  /** The mean price of a byte that its requests read lately. */
  double requestPrice() {
    double bytes = 0;
    double charged = 0;
    for (ReadCost cost : reads.values()) {
      bytes += cost.bytes();
      charged += cost.bytes() * cost.price();
    }
    return bytes > 0 ? charged / bytes : 1;
  }

  List<ReadCost> allReads() {
    return allReads;
  }

  void estimatorWindow(int window) {
    estimatorWindow = window;
    allReads.forEach(cost -> cost.resize(window));
  }

  @Nullable RequestTurn<?> head() {
    RequestTurn<?> turn = begun.head();
    return turn == null ? fresh.head() : turn;
  }

  void add(RequestTurn<?> turn) {
    int reads = turn.record.reads;
    (reads > 1 && reads <= READS_IN_A_ROW ? begun : fresh).addLast(turn);
    waiting++;
  }

  void remove(RequestTurn<?> turn) {
    Objects.requireNonNull(turn.queue).remove(turn);
    waiting--;
  }
}
