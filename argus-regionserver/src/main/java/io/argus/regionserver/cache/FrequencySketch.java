package io.argus.regionserver.cache;

import java.util.Arrays;

/**
 * How often blocks were asked for that are not cached: a count-min sketch of 8-bit counters
 * (Cormode and Muthukrishnan, J. Algorithms 2005) with conservative update. It never returns less
 * than was stored, and sometimes more.
 *
 * <p>The four counters of a block are in one line of 64 bytes. The first byte of a line is the
 * epoch up to which it is aged: it is halved when it is next read, so that {@link #age} takes
 * constant time.
 *
 * <p>Not safe for use by several threads.
 */
final class FrequencySketch {
  static final int MAX_COUNT = 127;

  private static final int LINE = 64;
  private static final int COUNTERS = 4;

  /** Where the counters of a line start; there are four groups of 15. */
  private static final int FIRST = 4;

  private static final int GROUP = 15;
  private static final int MAX_HALVINGS = 7;
  private static final int SAMPLED_LINES = 8;

  /** A power of two of lines. */
  private byte[] lines = new byte[LINE];

  private int epoch;

  /** Returns the count of a block, by its mixed hash. */
  int count(long mixed) {
    int line = line(mixed);
    int least = MAX_COUNT;
    for (int group = 0; group < COUNTERS; group++) {
      least = Math.min(least, lines[place(line, group, mixed)]);
    }
    return least;
  }

  /** Sets the count of a block, unless it is higher already. */
  void raise(long mixed, int count) {
    int line = line(mixed);
    byte raised = (byte) Math.min(MAX_COUNT, count);
    for (int group = 0; group < COUNTERS; group++) {
      int place = place(line, group, mixed);
      if (lines[place] < raised) {
        lines[place] = raised;
      }
    }
  }

  private static int place(int line, int group, long mixed) {
    return line + FIRST + group * GROUP + (int) (mixed >>> (8 * group) & 0xff) % GROUP;
  }

  /** Returns where the line of a block starts, once it is aged. */
  private int line(long mixed) {
    int line = ((int) (mixed >>> 32) & (lines.length / LINE - 1)) * LINE;
    int halvings = (epoch - lines[line]) & 0xff;
    if (halvings > 0) {
      int shift = Math.min(MAX_HALVINGS, halvings);
      for (int i = line + FIRST; i < line + LINE; i++) {
        lines[i] = (byte) (lines[i] >> shift);
      }
      lines[line] = (byte) epoch;
    }
    return line;
  }

  /** Halves every count that many times. */
  void age(int halvings) {
    epoch += halvings;
  }

  /** Sets every count to 0. */
  void clear() {
    age(MAX_HALVINGS);
  }

  /** Returns the part of the counters in use, 0..1, of a sample. */
  double load() {
    int used = 0;
    int seen = 0;
    int every = LINE * Math.max(1, lines.length / LINE / SAMPLED_LINES);
    for (int line = 0; line < lines.length; line += every) {
      for (int i = line + FIRST; i < line + LINE; i++) {
        used += lines[i] > 0 ? 1 : 0;
        seen++;
      }
    }
    return used / (double) seen;
  }

  int heapBytes() {
    return lines.length;
  }

  /** Doubles the size until it is at least that. Counts stay. */
  void grow(long bytes) {
    while (lines.length < bytes && lines.length < Integer.MAX_VALUE / 4) {
      int half = lines.length;
      lines = Arrays.copyOf(lines, 2 * half);
      System.arraycopy(lines, 0, lines, half, half);
    }
  }

  /** Forgets everything, with the least size that is not below that. */
  void restart(long bytes) {
    lines = new byte[LINE];
    epoch = 0;
    grow(bytes);
  }
}
