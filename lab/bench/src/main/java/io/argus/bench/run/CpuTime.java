package io.argus.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What the cores of this machine did since it started, as counted by Linux.
 *
 * @param steal ticks of CPU steal: something was ready to run but the hypervisor ran others
 * @param idle ticks in which nothing was ready to run, waits for a disk included
 * @param all ticks of all cores
 */
record CpuTime(long steal, long idle, long all) {
  private static final Path COUNTERS = Path.of("/proc/stat");

  /** Of user, nice, system, idle, iowait, irq, softirq, steal; guests are counted in user. */
  private static final int IDLE = 3;

  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;

  /** A workload that leaves this much of the CPU idle is limited by something else. */
  private static final double PLENTY = 1.0 / 3;

  /** The counters now; all 0 where this is not Linux. */
  static CpuTime now() {
    try (BufferedReader lines = Files.newBufferedReader(COUNTERS)) {
      return parse(lines.readLine());
    } catch (IOException e) {
      return new CpuTime(0, 0, 0);
    }
  }

  /** Reads {@code cpu USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL ...}. */
  static CpuTime parse(String line) {
    String[] words = line.trim().split("\\s+");
    long[] ticks = new long[STEAL + 1];
    for (int i = 0; i <= STEAL && i + 1 < words.length; i++) {
      ticks[i] = Long.parseLong(words[i + 1]);
    }
    return new CpuTime(ticks[STEAL], ticks[IDLE] + ticks[IO_WAIT], Arrays.stream(ticks).sum());
  }

  /** Whether less than a third of the time since then was idle; false where nothing is known. */
  boolean wantedSince(CpuTime before) {
    double sum = all - before.all;
    return sum > 0 && (idle - before.idle) / sum < PLENTY;
  }

  /**
   * CPU steal since then, as a share of CPU time, 0..1. It is 0 where at least a third of the time
   * was idle, because nobody missed it, and where nothing is known.
   */
  double stealSince(CpuTime before) {
    return wantedSince(before) ? (steal - before.steal) / (double) (all - before.all) : 0;
  }
}
