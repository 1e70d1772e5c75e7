package io.argus.regionserver.handler;

import io.argus.regionserver.handler.RequestQueue.Queued;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which of a tenant's classes goes on next in a slot, if any may.
 *
 * <p>Idea: a tenant that rules do not divide has one class. Between several, the turn is that of
 * the class which is next by deficit round robin over what the tenant is charged for them, with
 * quanta in proportion to their weights. A class may go on if it has a paused request, or one at
 * the head of its queue that no cap and no hold keeps from beginning, and is below its bound of
 * requests blocked on I/O.
 *
 * <p>That bound looks ahead: running requests count by the part of the class's requests that need
 * I/O, because a thread that comes to I/O admission has nowhere else to go. It falls as more
 * requests of all tenants are blocked, see {@link HandlerLimits#blocked}. At the limit only classes
 * go on whose requests mostly hit: threads are left for them.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <R> type of a request
 */
final class ClassTurns<R> {
  /** Less than this part of a class's requests needs I/O if they mostly hit. */
  private static final double MOSTLY_HITS = 1.0 / 8;

  private final HandlerLimits limits;
  private final InFlight<R> inFlight;
  private final BulkGrants grants;

  ClassTurns(HandlerLimits limits, InFlight<R> inFlight, BulkGrants grants) {
    this.limits = limits;
    this.inFlight = inFlight;
    this.grants = grants;
  }

  /** The class of a tenant whose request goes on next in one of the slots, null if none may. */
  @Nullable HandlerClass<R> next(HandlerSlots.Use<R> use) {
    HandlerTenant<R> tenant = use.tenant;
    if (!tenant.isDivided()) {
      return isCandidate(use, tenant.defaultClass) ? tenant.defaultClass : null;
    }
    if (!limits.enforcing()) {
      return withOldest(use);
    }
    for (HandlerClass<R> each : tenant.classes()) {
      Flow<HandlerClass<R>> flow = each.flow(use);
      if (isCandidate(use, each)) {
        flow.expect(expectedNanos(use, each));
        use.turns.activate(flow);
      } else {
        use.turns.deactivate(flow);
      }
    }
    Flow<HandlerClass<R>> next = use.turns.next();
    return next == null ? null : next.owner();
  }

  /** Who has the request for one of the slots that was queued first; null if nobody has any. */
  HandlerSlots.@Nullable Use<R> oldest(HandlerSlots<R> slots) {
    HandlerSlots.Use<R> oldest = null;
    long oldestNanos = 0;
    for (Flow<HandlerSlots.Use<R>> f = slots.ring.first(); f != null; f = slots.ring.after(f)) {
      HandlerClass<R> next = next(f.owner());
      Queued<R> head = next == null ? null : head(f.owner(), next);
      if (head != null && (oldest == null || head.offeredNanos - oldestNanos < 0)) {
        oldest = f.owner();
        oldestNanos = head.offeredNanos;
      }
    }
    return oldest;
  }

  private @Nullable HandlerClass<R> withOldest(HandlerSlots.Use<R> use) {
    HandlerClass<R> oldest = null;
    long oldestNanos = 0;
    for (HandlerClass<R> each : use.tenant.classes()) {
      Queued<R> head = head(use, each);
      if (head != null && (oldest == null || head.offeredNanos - oldestNanos < 0)) {
        oldest = each;
        oldestNanos = head.offeredNanos;
      }
    }
    return oldest;
  }

  /** Whether a request of the class may go on; notes if its queue stands still. */
  private boolean isCandidate(HandlerSlots.Use<R> use, HandlerClass<R> ofClass) {
    boolean mayGoOn = mayGoOn(use, ofClass);
    boolean kept = ofClass.waitsForCap() || isHeld(use, ofClass);
    ofClass.queueBlocked |= !mayGoOn && !kept && head(use, ofClass) != null;
    return mayGoOn;
  }

  private boolean mayGoOn(HandlerSlots.Use<R> use, HandlerClass<R> ofClass) {
    if (!limits.enforcing()) {
      return head(use, ofClass) != null;
    }
    return pauses(use, ofClass)
        || (!ofClass.waitsForCap()
            && !isHeld(use, ofClass)
            && head(use, ofClass) != null
            && !atBlockedBound(ofClass));
  }

  /** Whether a request of another class of the tenant may go on. */
  boolean othersMayGoOn(HandlerSlots.Use<R> use, HandlerClass<R> beside) {
    if (use.tenant.isDivided()) {
      for (HandlerClass<R> each : use.tenant.classes()) {
        if (each != beside && mayGoOn(use, each)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isHeld(HandlerSlots.Use<R> use, HandlerClass<R> ofClass) {
    return use.isHeld() && ofClass.writesLetThrough == 0;
  }

  /** Whether a paused request of the class waits for one of the slots. */
  private boolean pauses(HandlerSlots.Use<R> use, HandlerClass<R> ofClass) {
    return !use.slots.ofWrites && nextPaused(ofClass) != null;
  }

  /** The request of a class that pauses and goes on next, null if none may. */
  @Nullable HandlerRequest<R> nextPaused(HandlerClass<R> ofClass) {
    return ofClass.nextPaused(grants.mayBeTaken());
  }

  /** Whether a request of a tenant pauses, or waits for one of the slots and not for a cap. */
  boolean anyWaits(HandlerSlots.Use<R> use) {
    for (HandlerClass<R> each : use.tenant.classes()) {
      if (pauses(use, each) || (!each.waitsForCap() && head(use, each) != null)) {
        return true;
      }
    }
    return false;
  }

  /** The next request of a class for these slots, null if it has none. */
  @Nullable Queued<R> head(HandlerSlots.Use<R> use, HandlerClass<R> ofClass) {
    boolean ofWrites = use.slots.ofWrites;
    if (limits.enforcing()) {
      return ofClass.queue.head(ofWrites, grants.mayBeTaken());
    }
    return ofWrites ? null : ofClass.queue.oldest();
  }

  /** Removes and returns that request, as of a time. */
  @Nullable Queued<R> remove(HandlerSlots.Use<R> use, HandlerClass<R> ofClass, long now) {
    return limits.enforcing()
        ? ofClass.queue.remove(use.slots.ofWrites, grants.mayBeTaken(), now)
        : ofClass.queue.removeOldest();
  }

  /** What the tenant is expected to be charged for the next request of a class. */
  long expectedNanos(HandlerSlots.Use<R> use, HandlerClass<R> next) {
    Queued<R> head = head(use, next);
    if (head == null || (limits.enforcing() && pauses(use, next))) {
      return RequestCosts.UNKNOWN_NANOS;
    }
    return costNanos(
        use.tenant, limits.chargesCpu() ? head.costs.cpuNanos() : head.costs.handlerNanos());
  }

  /** What a tenant is charged for CPU time in a handler, or time in one. */
  long costNanos(HandlerTenant<R> tenant, long nanos) {
    return limits.chargesCpu() ? tenant.cpu.withOutside(nanos) : nanos;
  }

  /** How many requests of a tenant may be blocked now if one of a class is to go on. */
  int blockedBound(HandlerClass<R> ofClass) {
    boolean atLimit = limits.atBlockedLimit(inFlight.blocked());
    return atLimit && ofClass.ioRatio >= MOSTLY_HITS ? 0 : limits.blocked(inFlight.blocked());
  }

  /**
   * Whether so many requests are blocked that none of the class may begin. A class leaves an eighth
   * of what its tenant may have to the tenant's others; one that mostly hits waits for no other.
   */
  private boolean atBlockedBound(HandlerClass<R> ofClass) {
    HandlerTenant<R> tenant = ofClass.tenant;
    int bound = blockedBound(ofClass);
    int ofOne = tenant.activeClasses > 1 ? HandlerLimits.besideOthers(bound) : bound;
    return ofClass.expectedBlocked() >= ofOne
        || (tenant.isDivided()
            && ofClass.ioRatio >= MOSTLY_HITS
            && tenant.expectedBlocked() >= bound);
  }

  /**
   * Sets the weight of a class.
   *
   * @param part its weight over the greatest of the tenant's classes
   */
  static <R> void weigh(HandlerClass<R> ofClass, double part) {
    for (HandlerSlots.Use<R> use : Arrays.asList(ofClass.tenant.reads, ofClass.tenant.writes)) {
      use.turns.quantum(ofClass.flow(use), (long) (HandlerSchedule.QUANTUM_NANOS * part));
    }
  }
}
