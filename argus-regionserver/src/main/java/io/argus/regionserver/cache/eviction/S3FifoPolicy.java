package io.argus.regionserver.cache.eviction;

import java.util.Iterator;
import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/**
 * S3-FIFO (Yang et al., SOSP '23, algorithm 1): newcomers pass through a small queue, a tenth of
 * the bytes. Those hit more than once go on to the main queue, whose nodes stay as long as hits
 * outnumber the passes, 3 at most. A hash that is still in the ghost queue, of those which left the
 * small one, enters the main queue at once.
 */
final class S3FifoPolicy implements EvictionPolicy {
  private static final int SMALL_PART = 10;
  private static final int HIGHEST = 3;

  private final EvictionQueue small = new EvictionQueue();
  private final EvictionQueue main = new EvictionQueue();
  private final LinkedHashSet<Integer> ghosts = new LinkedHashSet<>();
  private long smallBytes;
  private long mainBytes;
  private int mainCount;

  @Override
  public void add(EvictionNode node, long accesses) {
    if (ghosts.remove(node.hash())) {
      addToMain(node);
    } else {
      small.addYoungest(node);
      smallBytes += node.heapBytes();
    }
  }

  private void addToMain(EvictionNode node) {
    node.settled = true;
    main.addYoungest(node);
    mainBytes += node.heapBytes();
    mainCount++;
  }

  @Override
  public void hit(EvictionNode node) {
    short hits = node.frequency;
    if (hits < HIGHEST) {
      node.frequency = (short) (hits + 1);
    }
  }

  @Override
  public @Nullable EvictionNode next() {
    for (int step = 0; ; step++) {
      boolean fromSmall = smallBytes * SMALL_PART > smallBytes + mainBytes || mainBytes == 0;
      EvictionNode candidate = fromSmall ? small.oldest() : main.oldest();
      if (candidate == null
          || step == MOST_STEPS
          || candidate.frequency <= (candidate.settled ? 0 : 1)) {
        return candidate;
      }
      short hits = candidate.frequency;
      remove(candidate, false);
      candidate.frequency = candidate.settled ? (short) (hits - 1) : 0;
      addToMain(candidate);
    }
  }

  @Override
  public void remove(EvictionNode node, boolean evicted) {
    EvictionQueue.remove(node);
    if (node.settled) {
      mainBytes -= node.heapBytes();
      mainCount--;
    } else {
      smallBytes -= node.heapBytes();
      if (evicted) {
        remember(node.hash());
      }
    }
  }

  private void remember(int hash) {
    ghosts.add(hash);
    Iterator<Integer> oldest = ghosts.iterator();
    for (int excess = ghosts.size() - Math.max(1, mainCount); excess > 0; excess--) {
      oldest.next();
      oldest.remove();
    }
  }

  @Override
  public long newcomerBytes() {
    return smallBytes;
  }
}
