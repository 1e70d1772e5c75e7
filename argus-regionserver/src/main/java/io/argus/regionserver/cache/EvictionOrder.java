package io.argus.regionserver.cache;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a partition evicts its blocks: HBase's LRU of three priorities, with a second
 * chance instead of a clock reading per hit.
 *
 * <p>A quarter of the bytes in use belongs to single-access blocks, up to a quarter to in-memory
 * blocks, and the rest to multi-access blocks: half, as in HBase, plus what in-memory blocks leave
 * of their quarter. The priority that exceeds its part most evicts its oldest block. If that block
 * was hit in the meantime, it stays: a single-access block is promoted, another one goes back to
 * the young end. So a scan, whose blocks nobody asks for again, displaces only single-access blocks
 * while the others stay within their part.
 *
 * <p>Constant time, amortised over hits: each step without an eviction clears the mark of a hit.
 * Not safe for use by several threads, except that any thread may call {@link CacheEntry#touch}.
 */
final class EvictionOrder<K, V> {
  /** Limit of second chances per eviction: the lock is not held for a walk of the whole list. */
  static final int MOST_SECOND_CHANCES = 1_000;

  /** A list from its oldest to its youngest block. */
  private final class Queue {
    private @Nullable CacheEntry<K, V> oldest;
    private @Nullable CacheEntry<K, V> youngest;
    private long bytes;

    void add(CacheEntry<K, V> entry) {
      entry.older = youngest;
      entry.newer = null;
      if (youngest == null) {
        oldest = entry;
      } else {
        youngest.newer = entry;
      }
      youngest = entry;
      entry.stamp = stamps.getAsLong();
      bytes += entry.heapBytes();
    }

    void remove(CacheEntry<K, V> entry) {
      CacheEntry<K, V> older = entry.older;
      CacheEntry<K, V> newer = entry.newer;
      if (older == null) {
        oldest = newer;
      } else {
        older.newer = newer;
      }
      if (newer == null) {
        youngest = older;
      } else {
        newer.older = older;
      }
      entry.older = null;
      entry.newer = null;
      bytes -= entry.heapBytes();
    }
  }

  private final LongSupplier stamps;
  private final Queue single = new Queue();
  private final Queue multi = new Queue();
  private final Queue inMemory = new Queue();
  private int count;

  /**
   * @param stamps growing numbers, which compare the ages of blocks across several orders
   */
  EvictionOrder(LongSupplier stamps) {
    this.stamps = stamps;
  }

  void add(CacheEntry<K, V> entry) {
    queue(entry.listed()).add(entry);
    count++;
  }

  void remove(CacheEntry<K, V> entry) {
    queue(entry.listed()).remove(entry);
    count--;
  }

  /** Returns the block to evict next, still in the order; null if there is none. */
  @Nullable CacheEntry<K, V> next() {
    for (int chances = 0; ; chances++) {
      Queue queue = queue(mostOver(single.bytes, multi.bytes, inMemory.bytes));
      CacheEntry<K, V> candidate = queue.oldest;
      if (candidate == null || chances == MOST_SECOND_CHANCES || !givenSecondChance(candidate)) {
        return candidate;
      }
    }
  }

  /** Moves a block that was hit in the meantime to the young end; returns whether it was. */
  private boolean givenSecondChance(CacheEntry<K, V> entry) {
    if (!entry.takeTouch()) {
      return false;
    }
    queue(entry.listed()).remove(entry);
    if (entry.listed() == Priority.SINGLE_ACCESS) {
      entry.list(Priority.MULTI_ACCESS);
    }
    queue(entry.listed()).add(entry);
    return true;
  }

  /**
   * Returns the oldest block of a priority; null if there is none, or if it was given a second
   * chance.
   *
   * @param anyway whether to give no second chance
   */
  @Nullable CacheEntry<K, V> oldest(Priority priority, boolean anyway) {
    CacheEntry<K, V> candidate = queue(priority).oldest;
    return candidate == null || (!anyway && givenSecondChance(candidate)) ? null : candidate;
  }

  /** Returns the stamp of a priority's oldest block, {@link Long#MAX_VALUE} without one. */
  long oldestStamp(Priority priority) {
    CacheEntry<K, V> oldest = queue(priority).oldest;
    return oldest == null ? Long.MAX_VALUE : oldest.stamp;
  }

  /** Returns the priority that exceeds its part most; the parts sum to the bytes in use. */
  static Priority mostOver(long single, long multi, long inMemory) {
    long used = single + multi + inMemory;
    long quarter = used / 4;
    long inMemoryPart = Math.min(inMemory, quarter);
    long singleOver = single - quarter;
    long multiOver = multi - (used - quarter - inMemoryPart);
    long inMemoryOver = inMemory - inMemoryPart;
    if (single > 0 && singleOver >= multiOver && singleOver >= inMemoryOver) {
      return Priority.SINGLE_ACCESS;
    }
    if (multi > 0 && (multiOver >= inMemoryOver || inMemory == 0)) {
      return Priority.MULTI_ACCESS;
    }
    return inMemory > 0 ? Priority.IN_MEMORY : Priority.SINGLE_ACCESS;
  }

  private Queue queue(Priority priority) {
    switch (priority) {
      case SINGLE_ACCESS:
        return single;
      case MULTI_ACCESS:
        return multi;
      default:
        return inMemory;
    }
  }

  long bytes() {
    return single.bytes + multi.bytes + inMemory.bytes;
  }

  long bytes(Priority priority) {
    return queue(priority).bytes;
  }

  int count() {
    return count;
  }
}
