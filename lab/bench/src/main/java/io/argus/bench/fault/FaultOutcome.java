package io.argus.bench.fault;

import io.argus.check.CheckResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a fault did to a system.
 *
 * @param note why it was skipped, or what else went wrong; empty if nothing did
 * @param seen what else the fault itself saw, in a line each
 * @param result what the checking client found; null if the fault was skipped
 * @param backSeconds from the end of what was done until J is back; null if that was not in time
 * @param endedByThemselves servers that nobody killed and that had to be started again
 * @param operationsBySecond of each background tenant, since the fault began
 */
public record FaultOutcome(
    String system,
    String fault,
    String what,
    String note,
    List<String> seen,
    @Nullable CheckResult result,
    @Nullable Integer backSeconds,
    List<String> endedByThemselves,
    Map<String, Double> operationsBefore,
    Map<String, List<Long>> operationsBySecond) {

  static FaultOutcome skipped(String system, Fault fault, String why) {
    return new FaultOutcome(
        system,
        fault.name(),
        fault.what(),
        why,
        List.of(),
        null,
        null,
        List.of(),
        Map.of(),
        Map.of());
  }

  /** Whether nothing was lost, nothing wrong and nobody left waiting. */
  boolean isSound() {
    return result == null
        || (result.lost() == 0
            && result.wrong() == 0
            && result.unreadable() == 0
            && result.stuck() == 0);
  }
}
