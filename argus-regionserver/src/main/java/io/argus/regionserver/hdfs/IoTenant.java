package io.argus.regionserver.hdfs;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.scheduling.BacklogClock;
import io.argus.regionserver.scheduling.DeficitRoundRobin;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import io.argus.regionserver.scheduling.RequestState;
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
public final class IoTenant {
  /** How many reads of a request follow each other without a wait behind others' first reads. */
  static final int READS_IN_A_ROW = 4;

  final TenantId id;
  public final BacklogClock backlog = new BacklogClock();
  public final CreditAccount account = new CreditAccount();

  /** Its place among those whose credits cover their next read, and among all others. */
  final Flow<IoTenant> guaranteed;

  final Flow<IoTenant> surplus;
  private final Map<RequestKind, IoCost> reads = new EnumMap<>(RequestKind.class);
  private final IoCost compactions;
  public double share;

  private final List<IoCost> allReads = new ArrayList<>();
  private int estimatorWindow;
  private final IoQueue begun = new IoQueue();
  private final IoQueue fresh = new IoQueue();
  public int waiting;
  public int atHdfs;

  /** Whether it was at the gate since the last refill. */
  boolean usedSinceRefill;

  /** Whether it reads with credits to spare, so that it is below its share. */
  boolean claiming;

  boolean backlogged;
  public long delayed;
  public long timedOut;

  IoTenant(
      TenantId id,
      DeficitRoundRobin<IoTenant> guaranteedRing,
      DeficitRoundRobin<IoTenant> surplusRing,
      int window) {
    this.id = id;
    guaranteed = guaranteedRing.newFlow(this, 1);
    surplus = surplusRing.newFlow(this, 1);
    estimatorWindow = window;
    compactions = new IoCost(window);
    allReads.add(compactions);
  }

  IoCost reads(RequestKind kind) {
    IoCost cost = reads.get(kind);
    if (cost == null) {
      cost = new IoCost(estimatorWindow);
      reads.put(kind, cost);
      allReads.add(cost);
    }
    return cost;
  }

  IoCost compactions() {
    return compactions;
  }

  /** The mean price of a byte that its requests read lately. */
  public double requestPrice() {
    double bytes = 0;
    double charged = 0;
    for (IoCost cost : reads.values()) {
      bytes += cost.bytes();
      charged += cost.bytes() * cost.price();
    }
    return bytes > 0 ? charged / bytes : 1;
  }

  List<IoCost> allReads() {
    return allReads;
  }

  void estimatorWindow(int window) {
    estimatorWindow = window;
    allReads.forEach(cost -> cost.resize(window));
  }

  @Nullable RequestState<?> head() {
    RequestState<?> turn = begun.head();
    return turn == null ? fresh.head() : turn;
  }

  void add(RequestState<?> turn) {
    int reads = turn.record.reads;
    (reads > 1 && reads <= READS_IN_A_ROW ? begun : fresh).addLast(turn);
    waiting++;
  }

  void remove(RequestState<?> turn) {
    Objects.requireNonNull(turn.queue).remove(turn);
    waiting--;
  }
}
