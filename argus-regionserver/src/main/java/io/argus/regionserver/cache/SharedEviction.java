package io.argus.regionserver.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which partition gives up a block while the cache does not isolate.
 *
 * <p>It compares the blocks that the partitions would evict next, by an estimate of how often each
 * is asked for: lately hit (relative to the blocks of its own partition) x accesses of its
 * partition per block. So a tenant that stops gives up everything, and the hit ratio is close to
 * that of one policy over all blocks: within .02 in its test.
 *
 * <p>To ask a partition takes its lock. So an eviction asks only the partition that seems to have
 * the lowest estimate, until it has, and a few others in turn; for all others the last answer
 * counts. A new partition is asked at its first turn.
 *
 * <p>Safe for use by any thread.
 */
final class SharedEviction<P extends SharedEviction.Candidate> {
  /** A partition that may have to give up a block. */
  interface Candidate {
    /** Returns how often the next block was hit lately, 0 without one. */
    int worthOfNext();

    int count();

    long accesses();
  }

  /** How many partitions are asked in turn at each eviction. */
  private static final int ASKED_IN_TURN = 2;

  /** How many that seem to have the lowest estimate are asked at most. */
  private static final int MAX_ASKED = 4;

  /** What is known of a partition. */
  private static final class Known<P extends Candidate> {
    final P partition;

    /** Its accesses, of which half count after each round of evictions. */
    private long counted;

    private double lately;
    double estimate;

    Known(P partition) {
      this.partition = partition;
    }

    void startRound() {
      long accesses = partition.accesses();
      lately = sum(accesses) / 2;
      counted = accesses;
    }

    private double sum(long accesses) {
      return lately + accesses - counted;
    }

    double poll() {
      int worth = partition.worthOfNext();
      double perBlock = sum(partition.accesses()) / Math.max(1, partition.count());
      estimate = worth > 0 ? worth * perBlock : Double.POSITIVE_INFINITY;
      return estimate;
    }
  }

  @GuardedBy("this")
  private List<P> partitions = Collections.emptyList();

  @GuardedBy("this")
  private List<Known<P>> known = new ArrayList<>();

  @GuardedBy("this")
  private int turn;

  @GuardedBy("this")
  private int leftOfRound;

  /**
   * Returns the partition that should evict its next block; null if all are empty.
   *
   * @param current replaced, never changed
   */
  synchronized @Nullable P victim(List<P> current) {
    if (current != partitions) {
      follow(current);
    }
    leftOfRound--;
    if (leftOfRound < 0) {
      startRound();
    }
    for (int i = 0; i < ASKED_IN_TURN && !known.isEmpty(); i++) {
      turn = (turn + 1) % known.size();
      known.get(turn).poll();
    }
    Known<P> least = least();
    if (least == null) {
      known.forEach(Known::poll);
      least = least();
    }
    for (int asked = 0; asked < MAX_ASKED && least != null; asked++) {
      least.poll();
      Known<P> now = least();
      if (now == least) {
        break;
      }
      least = now;
    }
    return least == null ? null : least.partition;
  }

  @GuardedBy("this")
  private void follow(List<P> current) {
    Map<P, Known<P>> before = new HashMap<>();
    known.forEach(each -> before.put(each.partition, each));
    known = new ArrayList<>();
    for (P each : current) {
      Known<P> same = before.get(each);
      known.add(same == null ? new Known<>(each) : same);
    }
    partitions = current;
  }

  /** A round is as many evictions as there are blocks. */
  @GuardedBy("this")
  private void startRound() {
    leftOfRound = 0;
    for (Known<P> each : known) {
      each.startRound();
      each.poll();
      leftOfRound += each.partition.count();
    }
  }

  @GuardedBy("this")
  private @Nullable Known<P> least() {
    Known<P> least = null;
    double lowest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < known.size(); i++) {
      Known<P> each = known.get(i);
      if (each.estimate < lowest) {
        least = each;
        lowest = each.estimate;
      }
    }
    return least;
  }
}
