package io.argus.regionserver.handler;

import io.argus.regionserver.io.IoConcurrencyLimit;

/**
 * How many requests may use a handler slot at once, and how many of one tenant may use one or be
 * blocked on I/O.
 *
 * <p>Idea: there are as many slots as the host has handlers while cores idle, since then requests
 * wait in their slots for something, such as the write-ahead log. While all cores are busy there
 * are only a few for each, since more would cost switches between them and leave the order to the
 * operating system: so few that about one handler thread for each core waits for it. The number
 * falls to a few at once when more wait, then by an eighth, and grows by half at each look when
 * fewer wait. Only waiting that is due to the server's own threads counts: beside other processes,
 * few threads would leave the cores to them.
 *
 * <p>Pure. Not safe for use by several threads.
 */
final class HandlerLimits {
  /** Handler threads for each core that wait for one, more or fewer than are to. */
  private static final double MANY_WAIT = 1.25;

  private static final double FEW_WAIT = 0.4;

  private static final double BUSY = 0.9;
  private static final double IDLE = 0.75;

  private static final int OTHERS_PART = 8;

  /** Of the limit of requests blocked on I/O, a fourth is divided among the tenants. */
  private static final int GUARANTEED_PART = 4;

  /** Of fewer slots, one would be so great a part that weights could not be kept. */
  private static final int MIN_SHARED = 4;

  /** Enough that some wait while {@link IoConcurrencyLimit} tries a third more. */
  private static final double BLOCKED_PER_READ = 1.5;

  private final int handlers;
  private HandlerPolicy policy;
  private int slots;
  private int ioConcurrencyLimit = IoConcurrencyLimit.FIRST;
  private int activeTenants;

  /**
   * @param handlers the most slots
   */
  HandlerLimits(int handlers, HandlerPolicy policy) {
    this.handlers = handlers;
    this.policy = policy;
    this.slots = handlers;
  }

  HandlerPolicy policy() {
    return policy;
  }

  void policy(HandlerPolicy newPolicy) {
    policy = newPolicy;
  }

  boolean enforcing() {
    return policy.enforcing;
  }

  void activeTenants(int count) {
    activeTenants = count;
  }

  /** Whether tenants leave some of their slots to others. */
  boolean shared() {
    return policy.enforcing && activeTenants > 1;
  }

  /**
   * Follows how busy the cores are; returns whether there are more slots now, or fewer.
   *
   * @param waiting as {@link #after} takes it
   * @param load likewise
   */
  boolean cores(double waiting, double load) {
    int before = slots();
    after(waiting, load, policy.cores, policy.runningWhileBusy);
    return slots() != before;
  }

  /**
   * Follows how busy the cores are.
   *
   * @param waiting how many handler threads waited for a core, on average; below 0 if unknown
   * @param load part of all cores that was busy, 0..1, which counts where that is unknown; below 0
   *     or NaN if this is unknown, too
   * @param cores how many there are
   * @param few the most slots while they are busy
   * @return the slots from now on
   */
  int after(double waiting, double load, int cores, int few) {
    boolean known = waiting >= 0;
    boolean busy = known ? waiting > MANY_WAIT * cores : load >= BUSY;
    boolean idle = known ? waiting < FEW_WAIT * cores : !(load >= IDLE);
    if (busy) {
      slots = slots > few ? few : slots - Math.max(1, slots / OTHERS_PART);
    } else if (idle) {
      slots += Math.max(1, slots / 2);
    }
    slots = Math.min(handlers, Math.max(known ? cores : few, slots));
    return slots;
  }

  int handlers() {
    return handlers;
  }

  /** Follows {@link IoConcurrencyLimit}; returns whether it has changed. */
  boolean ioConcurrencyLimit(int reads) {
    boolean changed = reads != ioConcurrencyLimit;
    ioConcurrencyLimit = reads;
    return changed;
  }

  /** How many requests that do not write may use a handler slot at once. */
  int slots() {
    return policy.enforcing ? slots : handlers;
  }

  /** Whether cores are what tenants compete for, else it is handler slots. */
  boolean chargesCpu() {
    return slots() < handlers;
  }

  /** How many more there are for tenants that have used little lately: one for each core. */
  int extraSlots() {
    return Math.min(policy.cores, handlers - slots());
  }

  /** How many of that many slots one tenant may use while others have requests too. */
  static int besideOthers(int slots) {
    return slots < MIN_SHARED ? slots : slots - Math.max(1, slots / OTHERS_PART);
  }

  /** Whether as many requests of all tenants are blocked on I/O as may be. */
  boolean atBlockedLimit(int blockedOfAll) {
    return blockedOfAll >= policy.blockedLimit;
  }

  /** Whether a bound of a tenant is higher, now that one request fewer is blocked on I/O. */
  boolean raisesBounds(int blockedOfAll) {
    return blockedOfAll == policy.blockedLimit - 1 || blockedOfAll == borrowedBelow() - 1;
  }

  /**
   * How many requests of a tenant may be blocked on I/O at most: as many as the host would have let
   * wait in its handlers, so that hits wait behind misses no more and no less than they would
   * there, or as many as keep HDFS busy.
   */
  private int mostBlocked() {
    int enough = Math.max(handlers, (int) (BLOCKED_PER_READ * ioConcurrencyLimit));
    return Math.min(enough, policy.blockedLimit);
  }

  /** Below how many blocked requests of all tenants each may have {@link #mostBlocked}. */
  private int borrowedBelow() {
    return policy.blockedLimit - policy.blockedLimit / GUARANTEED_PART;
  }

  /**
   * How many requests of a tenant may be blocked on I/O now: {@link #mostBlocked} until three
   * quarters of the limit for all are in use, then its part of the last quarter, which is
   * guaranteed to it; 1 at least.
   *
   * @param blockedOfAll how many requests of all tenants are blocked
   */
  int blocked(int blockedOfAll) {
    int guaranteed = policy.blockedLimit / GUARANTEED_PART;
    boolean borrows = activeTenants <= 1 || blockedOfAll < borrowedBelow();
    int most = mostBlocked();
    return borrows ? most : Math.max(1, Math.min(most, guaranteed / activeTenants));
  }
}
