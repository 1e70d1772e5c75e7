package io.argus.regionserver.io;

/**
 * One tenant's HDFS credits, in bytes (credit_i in Algorithm 3): a token bucket. Each refill adds
 * tokens, its share of what HDFS sustains, up to a limit; each guaranteed read takes out as many as
 * it reads bytes, weighted by its I/O cost factor. Since that is known only after the read, an
 * estimate is held first and settled then, so the bucket may owe.
 *
 * <p>Surplus reads are served from capacity that no guaranteed share uses: they are earned and
 * spent at once and leave the balance alone. Invariant: earned = spent + reserved + balance +
 * forfeited.
 *
 * <p>Pure. Not safe for use by several threads.
 */
public final class CreditAccount {
  private long balance;
  private long reserved;
  private long earned;
  private long spent;
  private long forfeited;
  private long surplus;

  /** Returns what it holds at this moment. */
  CreditAccount copy() {
    CreditAccount copy = new CreditAccount();
    copy.balance = balance;
    copy.reserved = reserved;
    copy.earned = earned;
    copy.spent = spent;
    copy.forfeited = forfeited;
    copy.surplus = surplus;
    return copy;
  }

  /** Adds credits; what then exceeds the limit is forfeited, and returned. */
  long refill(long credits, long limit) {
    earned += credits;
    balance += credits;
    long excess = Math.max(0, balance - limit);
    forfeited += excess;
    balance -= excess;
    return excess;
  }

  /** Sets an estimate aside from the balance. */
  void hold(long estimate) {
    balance -= estimate;
    reserved += estimate;
  }

  /**
   * Turns a held estimate into what was really read (Refund in Algorithm 3).
   *
   * @param floor the deepest debt, 0 or below; what exceeds it is booked as surplus
   */
  void settle(long estimate, long actual, long floor) {
    reserved -= estimate;
    spent += actual;
    balance += estimate - actual;
    if (balance < floor && actual > estimate) {
      long excess = Math.min(floor - balance, actual - estimate);
      balance += excess;
      earned += excess;
      surplus += excess;
    }
  }

  /** Sets an estimate aside that the balance does not pay for. */
  void holdSurplus(long estimate) {
    earned += estimate;
    surplus += estimate;
    reserved += estimate;
  }

  void settleSurplus(long estimate, long actual) {
    reserved -= estimate;
    spent += actual;
    earned += actual - estimate;
    surplus += actual - estimate;
  }

  /** What may be spent now; negative is a debt. */
  public long balance() {
    return balance;
  }

  /** Held for reads in progress. */
  public long reserved() {
    return reserved;
  }

  public long earned() {
    return earned;
  }

  public long spent() {
    return spent;
  }

  public long forfeited() {
    return forfeited;
  }

  /** The part of {@link #earned()} that no refill brought. */
  public long surplus() {
    return surplus;
  }
}
