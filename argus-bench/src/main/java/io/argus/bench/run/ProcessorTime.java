package io.argus.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What the processors of this machine have done since it started, as Linux counts it.
 *
 * <p>Immutable.
 *
 * @param steal ticks in which something was ready to run and the hypervisor let others run
 * @param idle ticks in which nothing was ready to run, whether or not a disk was awaited
 * @param all ticks of all processors
 */
record ProcessorTime(long steal, long idle, long all) {
  private static final Path COUNTERS = Path.of("/proc/stat");

  /** Of user, nice, system, idle, iowait, irq, softirq, steal; guests are counted in user. */
  private static final int IDLE = 3;

  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;

  /** A load that leaves so much of the processors idle is limited by something else. */
  private static final double PLENTY = 1.0 / 3;

  /** As of now; nothing at all where this is not Linux. */
  static ProcessorTime now() {
    try (BufferedReader lines = Files.newBufferedReader(COUNTERS)) {
      return parse(lines.readLine());
    } catch (IOException e) {
      return new ProcessorTime(0, 0, 0);
    }
  }

  /** Reads {@code cpu USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL ...}. */
  static ProcessorTime parse(String line) {
    String[] words = line.trim().split("\\s+");
    long[] ticks = new long[STEAL + 1];
    for (int i = 0; i <= STEAL && i + 1 < words.length; i++) {
      ticks[i] = Long.parseLong(words[i + 1]);
    }
    return new ProcessorTime(
        ticks[STEAL], ticks[IDLE] + ticks[IO_WAIT], Arrays.stream(ticks).sum());
  }

  /** Whether less than a third of the time since was idle; not where nothing is known. */
  boolean wantedSince(ProcessorTime before) {
    double sum = all - before.all;
    return sum > 0 && (idle - before.idle) / sum < PLENTY;
  }

  /**
   * The share of processor time that others had since and that was missed, 0..1; 0 where a third of
   * the time or more was idle, and where nothing is known.
   */
  double stealSince(ProcessorTime before) {
    return wantedSince(before) ? (steal - before.steal) / (double) (all - before.all) : 0;
  }
}
