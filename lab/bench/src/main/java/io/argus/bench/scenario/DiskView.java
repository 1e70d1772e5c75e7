package io.argus.bench.scenario;

import io.argus.cluster.disk.Disks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The disk during a run: changes its speed as the scenario says, and counts its reads.
 *
 * <p>Used by one thread.
 */
final class DiskView {
  private final Disks disk;
  private final Scenario scenario;
  private final TreeMap<Double, Long> reads = new TreeMap<>();
  private final List<Integer> limits = new ArrayList<>();

  DiskView(Disks disk, Scenario scenario) {
    this.disk = disk;
    this.scenario = scenario;
  }

  /**
   * Begins the phases whose time has come, and samples the reads so far.
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

  /** The limit in reads per second of each phase; empty if it never changes. */
  List<Integer> limits() {
    return List.copyOf(limits);
  }

  /** The reads of each second; empty if they cannot be counted. */
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

  /** Reads until then, interpolated between two samples. */
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
