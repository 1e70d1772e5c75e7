package io.argus.bench.experiment;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the processors of this machine have done since it started, as Linux counts it.
 *
 * <p>Immutable.
 *
 * @param stolen ticks in which something was ready to run and the hypervisor let others run
 * @param all ticks of all processors
 */
record ProcessorTime(long stolen, long all) {
  private static final Path COUNTERS = Path.of("/proc/stat");

  /** Of user, nice, system, idle, iowait, irq, softirq, steal; guests are counted in user. */
  private static final int STEAL = 7;

  /** As of now; nothing at all where this is not Linux. */
  static ProcessorTime now() {
    try (BufferedReader lines = Files.newBufferedReader(COUNTERS)) {
      return parse(lines.readLine());
    } catch (IOException e) {
      return new ProcessorTime(0, 0);
    }
  }

  /** Reads {@code cpu USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL ...}. */
  static ProcessorTime parse(String line) {
    String[] words = line.trim().split("\\s+");
    long stolen = 0;
    long all = 0;
    for (int i = 0; i <= STEAL && i + 1 < words.length; i++) {
      long ticks = Long.parseLong(words[i + 1]);
      all += ticks;
      stolen = i == STEAL ? ticks : 0;
    }
    return new ProcessorTime(stolen, all);
  }

  /** The share of processor time that others had since, 0..1; 0 where it is not known. */
  double stolenSince(ProcessorTime before) {
    return all > before.all ? (double) (stolen - before.stolen) / (all - before.all) : 0;
  }
}
