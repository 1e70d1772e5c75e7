package io.argus.load.client;

import static io.argus.load.basics.Argument.require;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A part of a run with one workload, written such as {@code exhot:60:0}.
 *
 * <p>Immutable.
 */
public final class LoadPhase {
  private final TableWorkload workload;
  private final int seconds;
  private final double targetOpsPerSecond;

  /**
   * @param seconds its length
   * @param targetOpsPerSecond demand of all threads together, 0 for unlimited
   */
  public LoadPhase(TableWorkload workload, int seconds, double targetOpsPerSecond) {
    require(seconds >= 1, "seconds", seconds, "at least 1");
    require(targetOpsPerSecond >= 0, "targetOpsPerSecond", targetOpsPerSecond, "at least 0");
    this.workload = workload;
    this.seconds = seconds;
    this.targetOpsPerSecond = targetOpsPerSecond;
  }

  /** A phase with unlimited demand. */
  public static LoadPhase full(TableWorkload workload, int seconds) {
    return new LoadPhase(workload, seconds, 0);
  }

  public static Duration length(List<LoadPhase> phases) {
    return Duration.ofSeconds(phases.stream().mapToLong(LoadPhase::seconds).sum());
  }

  /** Writes phases as {@link #parse} reads them. */
  public static String format(List<LoadPhase> phases) {
    return phases.stream()
        .map(p -> p.workload.label() + ":" + p.seconds + ":" + p.targetOpsPerSecond)
        .collect(Collectors.joining(","));
  }

  public static List<LoadPhase> parse(String text) {
    List<LoadPhase> phases = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String[] fields = part.split(":", -1);
      require(fields.length == 3, "phase", part, "workload:seconds:target, such as exhot:60:0");
      phases.add(
          new LoadPhase(
              TableWorkload.named(fields[0]),
              Integer.parseInt(fields[1]),
              Double.parseDouble(fields[2])));
    }
    return Collections.unmodifiableList(phases);
  }

  public TableWorkload workload() {
    return workload;
  }

  public int seconds() {
    return seconds;
  }

  double targetOpsPerSecond() {
    return targetOpsPerSecond;
  }
}
