package io.argus.regionserver.cache.eviction;

/** The replacement policies to choose from. */
public enum Replacement {
  /** Least frequently used over a long period. The best one measured. */
  FREQUENCY,
  /** Second-chance LRU of two parts, as HBase's own cache. */
  SECOND_CHANCE,
  SIEVE,
  S3_FIFO;

  /** Returns a new, empty order of this policy. */
  public EvictionOrder order() {
    return order(false);
  }

  /**
   * Returns a new, empty order of this policy.
   *
   * @param keepsInMemory whether blocks with in-memory priority keep all their bytes, not a quarter
   */
  public EvictionOrder order(boolean keepsInMemory) {
    return new EvictionOrder(policy(), keepsInMemory);
  }

  private EvictionPolicy policy() {
    switch (this) {
      case SECOND_CHANCE:
        return new SecondChancePolicy();
      case SIEVE:
        return new SievePolicy();
      case S3_FIFO:
        return new S3FifoPolicy();
      default:
        return new FrequencyPolicy();
    }
  }
}
