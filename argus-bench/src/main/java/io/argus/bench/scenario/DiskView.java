package io.argus.bench.scenario;

import io.argus.bench.disk.Disk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The disk in the course of a run: made faster and slower as the scenario says, and its reads
 * counted.
 *
 * <p>Used by one thread.
 */
final class DiskView {
  private final Disk disk;
  private final Scenario scenario;
  private final TreeMap<Double, Long> reads = new TreeMap<>();
  private final List<Integer> limits = new ArrayList<>();

  DiskView(Disk disk, Scenario scenario) {
    this.disk = disk;
    this.scenario = scenario;
  }

  /**
   * Begins the phases whose time has come, and looks how much was read.
   *
   * @param second after the start of the load
   */
  void tick(double second) throws IOException {
    int phase = limits.size();
    if (phase < scenario.diskSpeeds().size() && second >= scenario.bounds().get(phase)) {
      limits.add(disk.limit(scenario.diskSpeeds().get(phase)));
    }
    OptionalLong now = disk.reads();
    if (now.isPresent()) {
      reads.put(second, now.getAsLong());
    }
  }

  /** Reads per second that the disk was limited to in each phase; empty if always the same. */
  List<Integer> limits() {
    return List.copyOf(limits);
  }

  /** What the disk read, second by second; empty if nobody counts that. */
  Optional<Timeline> reads(int seconds) {
    if (reads.isEmpty()) {
      return Optional.empty();
    }
    List<Long> bySecond = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      bySecond.add(Math.round(at(second + 1) - at(second)));
    }
    return Optional.of(new Timeline("disk", bySecond));
  }

  /** Reads until then, between two looks in proportion to the time. */
  private double at(double second) {
    Map.Entry<Double, Long> before = reads.floorEntry(second);
    Map.Entry<Double, Long> after = reads.ceilingEntry(second);
    if (before == null) {
      return reads.firstEntry().getValue();
    }
    if (after == null || after.getKey().equals(before.getKey())) {
      return before.getValue();
    }
    double part = (second - before.getKey()) / (after.getKey() - before.getKey());
    return before.getValue() + part * (after.getValue() - before.getValue());
  }
}
