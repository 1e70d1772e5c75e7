package io.argus.regionserver.handler;

import io.argus.regionserver.scheduling.DeficitRoundRobin;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The slots in which requests run, and whose turn it is to have the next one: deficit round robin
 * over what tenants are charged.
 *
 * <p>A tenant is in the ring exactly while it has a request for them and stays below its bounds, so
 * that choosing is O(1). One that has used little lately does not wait for a slot while others'
 * requests are long: for such tenants there are a few more. What a tenant runs beyond its bound,
 * back from HDFS, takes no slot from others.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <R> type of a request
 */
final class HandlerSlots<R> {
  private static final int LAG_ROUNDS = 16;

  /** 5 s of handler time: after a stall a tenant makes good for no more. */
  static final int DEBT_ROUNDS = 25_000;

  /**
   * How one tenant uses them.
   *
   * @param <R> type of a request
   */
  static final class Use<R> {
    final HandlerSlots<R> slots;
    final HandlerTenant<R> tenant;
    final Flow<Use<R>> flow;

    /** Whose turn it is among the tenant's classes, while there are several. */
    final DeficitRoundRobin<HandlerClass<R>> turns =
        new DeficitRoundRobin<>(LAG_ROUNDS, DEBT_ROUNDS);

    /** Requests that use a slot. */
    private int running;

    /** Requests that have used no CPU time in their handlers for so long that they use none. */
    int stalled;

    /** Whether a request waits for a slot, or for the tenant to be below its bound. */
    private boolean waits;

    private Use(HandlerSlots<R> slots, HandlerTenant<R> tenant, long quantumNanos) {
      this.slots = slots;
      this.tenant = tenant;
      this.flow = slots.ring.newFlow(this, quantumNanos);
    }

    int running() {
      return running;
    }

    /** Charges the tenant for a request, and its class if it has several. */
    void charge(HandlerClass<R> ofClass, long cost) {
      if (slots.ofWrites) {
        slots.ring.charge(flow, cost);
        tenant.cpuCredit.chargeWrites(cost);
      } else {
        tenant.cpuCredit.chargeReads(cost);
      }
      if (tenant.isDivided()) {
        turns.charge(ofClass.flow(this), cost);
      }
    }

    /** Whether these requests wait, as the tenant holds more of the memstores than its part. */
    boolean isHeld() {
      return slots.ofWrites && tenant.holdsWrites();
    }

    boolean waits() {
      return waits;
    }

    void waits(boolean nowWaits) {
      slots.waiting += (nowWaits ? 1 : 0) - (waits ? 1 : 0);
      waits = nowWaits;
    }

    boolean isAtBound() {
      return running + stalled >= slots.bound;
    }

    /** Whether it runs so many requests that one of them takes no slot from others. */
    boolean isBeyondBound() {
      return running > slots.bound;
    }

    /**
     * It has one running request more, or fewer.
     *
     * @param coresOfEach the part of its time in which the request is expected to use a core
     */
    void runs(int more, double coresOfEach) {
      slots.cores += more * coresOfEach;
      slots.taken -= taken();
      running += more;
      slots.running += more;
      slots.taken += taken();
    }

    private int taken() {
      return Math.min(running, slots.bound);
    }
  }

  final DeficitRoundRobin<Use<R>> ring = new DeficitRoundRobin<>(LAG_ROUNDS, DEBT_ROUNDS);

  /** Whether they are those of requests that write. */
  final boolean ofWrites;

  private int count;
  private int extra;
  private int bound;
  private int running;

  /** How many tenants have a request that waits. */
  private int waiting;

  /** How many cores the running ones are expected to use. */
  private double cores;

  /** Of {@link #running}, those within their tenants' bound. */
  private int taken;

  HandlerSlots(boolean ofWrites) {
    this.ofWrites = ofWrites;
  }

  Use<R> newUse(HandlerTenant<R> tenant, long quantumNanos) {
    return new Use<>(this, tenant, quantumNanos);
  }

  /**
   * Changes their number.
   *
   * @param newExtra how many more there are for tenants that have used little lately
   * @param shared whether a tenant leaves some to others
   */
  void resize(
      int newCount,
      int newExtra,
      boolean shared,
      Collection<HandlerTenant<R>> tenants,
      Function<HandlerTenant<R>, Use<R>> of) {
    count = newCount;
    extra = newExtra;
    bound = shared ? HandlerLimits.besideOthers(newCount) : newCount;
    taken = 0;
    tenants.forEach(tenant -> taken += of.apply(tenant).taken());
  }

  /** How many of them one tenant may use. */
  int bound() {
    return bound;
  }

  int running() {
    return running;
  }

  int waiting() {
    return waiting;
  }

  double cores() {
    return cores;
  }

  boolean isFree() {
    return taken < count;
  }

  /** Whether a tenant has a request for which one is free, or one more may be used. */
  boolean ready() {
    return !ring.isEmpty() && (isFree() || (hasExtra() && ring.nextIsSparse()));
  }

  /** Who has the next one; null if none is free for it, or nobody wants one. */
  @Nullable Use<R> next() {
    Flow<Use<R>> flow = ready() ? ring.next() : null;
    return flow != null && (isFree() || ring.isSparse(flow)) ? flow.owner() : null;
  }

  private boolean hasExtra() {
    return taken < count + extra;
  }
}
