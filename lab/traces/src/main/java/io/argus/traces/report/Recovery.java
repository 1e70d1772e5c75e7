package io.argus.traces.report;

import io.argus.traces.access.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hit ratio after the hot set has moved, the mean over all moves of a trace.
 *
 * @param cacheBlocks size of the cache
 * @param before hit ratio over the half phase before a move
 * @param windows hit ratios after a move, each over as many accesses as half the cache holds
 *     blocks; the first {@value #MAX_WINDOWS}
 * @param moveAfter accesses between two moves / blocks that the cache holds
 * @param backAfter accesses / blocks that the cache holds, until the beginning of the first window
 *     that is within {@value #TOLERANCE} of the level before, as is the next one; null if there is
 *     none before the next move
 */
public record Recovery(
    int cacheBlocks,
    double before,
    List<Double> windows,
    double moveAfter,
    @Nullable Double backAfter) {
  static final double TOLERANCE = 0.03;

  /** Windows in as many accesses as the cache holds blocks. */
  static final int WINDOWS_PER_CACHE = 2;

  private static final int MAX_WINDOWS = 20;

  /** A single window may be high by chance. */
  private static final int WINDOWS_IN_A_ROW = 2;

  /**
   * Returns the recovery of a system.
   *
   * @param hits indexes of the hits
   */
  public static Recovery of(Trace trace, BitSet hits, int cacheBlocks) {
    int length = Math.max(1, cacheBlocks / WINDOWS_PER_CACHE);
    double before = afterMoves(trace, hits, -trace.phase() / 2, trace.phase() / 2);
    List<Double> windows = new ArrayList<>();
    for (int from = 0; from + length <= trace.phase(); from += length) {
      windows.add(afterMoves(trace, hits, from, length));
    }
    return new Recovery(
        cacheBlocks,
        before,
        List.copyOf(windows.subList(0, Math.min(MAX_WINDOWS, windows.size()))),
        (double) trace.phase() / cacheBlocks,
        backAfter(windows, before));
  }

  private static double afterMoves(Trace trace, BitSet hits, int from, int length) {
    long found = 0;
    long accesses = 0;
    for (int move = trace.phase(); move + trace.phase() <= trace.length(); move += trace.phase()) {
      found += hits.get(move + from, move + from + length).cardinality();
      accesses += length;
    }
    return (double) found / accesses;
  }

  private static @Nullable Double backAfter(List<Double> windows, double before) {
    int row = 0;
    for (int i = 0; i < windows.size(); i++) {
      row = windows.get(i) >= before - TOLERANCE ? row + 1 : 0;
      if (row == WINDOWS_IN_A_ROW) {
        return (i + 1.0 - WINDOWS_IN_A_ROW) / WINDOWS_PER_CACHE;
      }
    }
    return null;
  }
}
