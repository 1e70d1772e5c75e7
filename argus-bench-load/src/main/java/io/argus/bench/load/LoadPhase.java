package io.argus.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A stretch of time in which a client does one thing, written such as {@code exhot:60:0}.
 *
 * @param seconds its length
 * @param targetOpsPerSecond rate of all threads together, 0 for as fast as it goes
 *     <p>Immutable.
 */
public record LoadPhase(Preset workload, int seconds, double targetOpsPerSecond) {

  public LoadPhase {
    if (seconds < 1) {
      throw new IllegalArgumentException("seconds is " + seconds + "; must be at least 1");
    }
    if (!(targetOpsPerSecond >= 0)) {
      throw new IllegalArgumentException(
          "targetOpsPerSecond is " + targetOpsPerSecond + "; must be at least 0");
    }
  }

  /** A phase without a limit to its rate. */
  public static LoadPhase full(Preset workload, int seconds) {
    return new LoadPhase(workload, seconds, 0);
  }

  /** Length of all together. */
  public static Duration length(List<LoadPhase> phases) {
    return Duration.ofSeconds(phases.stream().mapToLong(LoadPhase::seconds).sum());
  }

  /** Writes phases as {@link #parse} reads them. */
  public static String format(List<LoadPhase> phases) {
    return phases.stream()
        .map(p -> p.workload.label() + ":" + p.seconds + ":" + p.targetOpsPerSecond)
        .collect(Collectors.joining(","));
  }

  /** Reads phases joined by commas. */
  public static List<LoadPhase> parse(String text) {
    List<LoadPhase> phases = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String[] fields = part.split(":", -1);
      if (fields.length != 3) {
        throw new IllegalArgumentException(
            "phase is '" + part + "'; must be workload:seconds:target, as exhot:60:0");
      }
      phases.add(
          new LoadPhase(
              Preset.named(fields[0]), Integer.parseInt(fields[1]), Double.parseDouble(fields[2])));
    }
    return List.copyOf(phases);
  }
}
