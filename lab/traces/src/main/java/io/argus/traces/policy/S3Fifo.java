package io.argus.traces.policy;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;

/**
 * S3-FIFO (Yang et al., SOSP '23, algorithm 1): newcomers pass through a small queue, a tenth of
 * the cache. Those hit more than once go on to the main queue, whose blocks stay as long as hits
 * outnumber the passes, 3 at most. A block that is still in the ghost queue, of those which left
 * the small one, enters the main queue at once.
 */
final class S3Fifo implements Candidate {
  private static final int SMALL_PART = 10;
  private static final int MAX_HITS = 3;

  private final int capacityBlocks;
  private final ArrayDeque<Integer> small = new ArrayDeque<>();
  private final ArrayDeque<Integer> main = new ArrayDeque<>();
  private final LinkedHashSet<Integer> ghosts = new LinkedHashSet<>();

  /** The hits that count of each cached block. */
  private final Map<Integer, Integer> hits = new HashMap<>();

  S3Fifo(int capacityBlocks) {
    this.capacityBlocks = capacityBlocks;
  }

  @Override
  public boolean access(int block) {
    Integer before = hits.get(block);
    if (before != null) {
      hits.put(block, Math.min(MAX_HITS, before + 1));
      return true;
    }
    if (hits.size() == capacityBlocks) {
      evict();
    }
    hits.put(block, 0);
    (ghosts.remove(block) ? main : small).add(block);
    return false;
  }

  private void evict() {
    int before = hits.size();
    while (hits.size() == before) {
      if (small.size() * SMALL_PART > capacityBlocks || main.isEmpty()) {
        leaveSmall(small.remove());
      } else {
        passMain(main.remove());
      }
    }
  }

  private void leaveSmall(int block) {
    if (hits.getOrDefault(block, 0) > 1) {
      hits.put(block, 0);
      main.add(block);
      return;
    }
    hits.remove(block);
    ghosts.add(block);
    Iterator<Integer> oldest = ghosts.iterator();
    for (int excess = ghosts.size() - Math.max(1, main.size()); excess > 0; excess--) {
      oldest.next();
      oldest.remove();
    }
  }

  private void passMain(int block) {
    int left = hits.getOrDefault(block, 0) - 1;
    if (left < 0) {
      hits.remove(block);
    } else {
      hits.put(block, left);
      main.add(block);
    }
  }
}
