package io.argus.regionserver.cache;

import org.jspecify.annotations.Nullable;

/**
 * The order in which a partition gives up its blocks: HBase's LRU of three priorities, with a
 * second chance in place of a clock reading per hit.
 *
 * <p>Of the bytes in use a quarter belongs to single-access blocks, up to a quarter to in-memory
 * ones, and the rest to multi-access ones (half, as in HBase, plus what in-memory blocks leave of
 * their quarter). The priority that exceeds its part most gives up its oldest block. A
 * single-access block that was hit meanwhile is promoted instead, a block of another priority that
 * was hit goes back to the young end. So a scan, whose blocks nobody asks for again, only displaces
 * single-access blocks while the others stay within their part.
 *
 * <p>Constant time amortised over hits: each step without an eviction consumes the mark of a hit.
 * Not safe for use by several threads; {@link CacheEntry#touch} may come from any thread meanwhile.
 */
final class EvictionOrder<K, V> {
  /** Second chances per eviction, so that a lock is never held for a walk of the whole list. */
  private static final int MOST_SECOND_CHANCES = 1_000;

  /** A list from its oldest to its youngest block. */
  private static final class Queue<K, V> {
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

  private final Queue<K, V> single = new Queue<>();
  private final Queue<K, V> multi = new Queue<>();
  private final Queue<K, V> inMemory = new Queue<>();
  private int count;

  void add(CacheEntry<K, V> entry) {
    queue(entry.listed()).add(entry);
    count++;
  }

  void remove(CacheEntry<K, V> entry) {
    queue(entry.listed()).remove(entry);
    count--;
  }

  /** Returns the block to give up next, still in the order; null if there is none. */
  @Nullable CacheEntry<K, V> next() {
    for (int chances = 0; ; chances++) {
      CacheEntry<K, V> candidate = mostOver().oldest;
      if (candidate == null || chances == MOST_SECOND_CHANCES || !candidate.takeTouch()) {
        return candidate;
      }
      queue(candidate.listed()).remove(candidate);
      if (candidate.listed() == Priority.SINGLE_ACCESS) {
        candidate.list(Priority.MULTI_ACCESS);
      }
      queue(candidate.listed()).add(candidate);
    }
  }

  /** Returns the priority that exceeds its part most; the parts sum to the bytes in use. */
  private Queue<K, V> mostOver() {
    long used = bytes();
    long quarter = used / 4;
    long inMemoryPart = Math.min(inMemory.bytes, quarter);
    long singleOver = single.bytes - quarter;
    long multiOver = multi.bytes - (used - quarter - inMemoryPart);
    long inMemoryOver = inMemory.bytes - inMemoryPart;
    if (single.oldest != null && singleOver >= multiOver && singleOver >= inMemoryOver) {
      return single;
    }
    return multi.oldest != null && (multiOver >= inMemoryOver || inMemory.oldest == null)
        ? multi
        : inMemory.oldest != null ? inMemory : single;
  }

  private Queue<K, V> queue(Priority priority) {
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
