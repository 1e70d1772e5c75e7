package io.argus.regionserver.cache.eviction;

import org.jspecify.annotations.Nullable;

/**
 * HBase's LRU of single-access and multi-access blocks, with a second chance instead of a clock
 * reading per hit.
 *
 * <p>A quarter of the bytes belongs to single-access blocks. The queue that exceeds its part most
 * gives up its oldest node. If that node was hit in the meantime, it stays at the young end of the
 * multi-access queue.
 */
final class SecondChancePolicy implements EvictionPolicy {
  private static final int SINGLE_PART = 4;

  private final EvictionQueue single = new EvictionQueue();
  private final EvictionQueue multi = new EvictionQueue();
  private long singleBytes;
  private long multiBytes;

  @Override
  public void add(EvictionNode node, long accesses) {
    single.addYoungest(node);
    singleBytes += node.heapBytes();
  }

  @Override
  public void hit(EvictionNode node) {
    node.mark();
  }

  @Override
  public @Nullable EvictionNode next() {
    EvictionNode candidate = oldest();
    for (int step = 0; step < MOST_STEPS; step++) {
      if (candidate == null || candidate.frequency == 0) {
        break;
      }
      remove(candidate, false);
      candidate.frequency = 0;
      candidate.settled = true;
      multi.addYoungest(candidate);
      multiBytes += candidate.heapBytes();
      candidate = oldest();
    }
    return candidate;
  }

  private @Nullable EvictionNode oldest() {
    boolean fromSingle = singleBytes > (singleBytes + multiBytes) / SINGLE_PART || multiBytes == 0;
    return fromSingle ? single.oldest() : multi.oldest();
  }

  @Override
  public void remove(EvictionNode node, boolean evicted) {
    EvictionQueue.remove(node);
    if (node.settled) {
      multiBytes -= node.heapBytes();
    } else {
      singleBytes -= node.heapBytes();
    }
  }

  @Override
  public long newcomerBytes() {
    return singleBytes;
  }
}
