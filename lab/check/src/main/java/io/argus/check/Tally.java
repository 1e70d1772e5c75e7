package io.argus.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts what the threads of a checking client find.
 *
 * <p>Thread-safe.
 */
final class Tally {
  private static final int MAX_EXAMPLES = 4;
  private static final int MAX_CHARACTERS = 300;

  private static final class OfOperation {
    long answered;
    long failed;
    double stallSeconds;
  }

  private final Map<Operation, OfOperation> operations = new EnumMap<>(Operation.class);
  private final Map<Judgement.Fault, Long> findings = new EnumMap<>(Judgement.Fault.class);
  private final Map<String, List<String>> examples = new TreeMap<>();
  private long unreadable;
  private long stuck;

  Tally() {
    for (Operation operation : Operation.values()) {
      operations.put(operation, new OfOperation());
    }
  }

  /**
   * An operation was answered.
   *
   * @param sinceSeconds the last answer to the same thread
   */
  synchronized void answered(Operation operation, double sinceSeconds) {
    OfOperation of = of(operation);
    of.answered++;
    of.stallSeconds = Math.max(of.stallSeconds, sinceSeconds);
  }

  /** A thread ended that long after its last answer. */
  synchronized void ended(Operation operation, double sinceSeconds) {
    OfOperation of = of(operation);
    of.stallSeconds = Math.max(of.stallSeconds, sinceSeconds);
  }

  synchronized void failed(Operation operation, Exception why) {
    of(operation).failed++;
    example("failed", operation.label() + ": " + why);
  }

  synchronized void found(Judgement.@Nullable Finding finding) {
    if (finding != null) {
      findings.merge(finding.fault(), 1L, Long::sum);
      example(finding.fault().name(), finding.text());
    }
  }

  synchronized void unreadable(CheckedRow row) {
    unreadable++;
    example("unreadable", row.key());
  }

  synchronized void stuck(Operation operation, double sinceSeconds) {
    stuck++;
    ended(operation, sinceSeconds);
  }

  private OfOperation of(Operation operation) {
    return operations.computeIfAbsent(operation, any -> new OfOperation());
  }

  private void example(String kind, String text) {
    List<String> known = examples.computeIfAbsent(kind, any -> new ArrayList<>());
    if (known.size() < MAX_EXAMPLES) {
      String line = text.replaceAll("\\s+", " ");
      known.add(kind + ": " + line.substring(0, Math.min(MAX_CHARACTERS, line.length())));
    }
  }

  synchronized CheckResult result() {
    return new CheckResult(
        counts(of -> of.answered),
        counts(of -> of.failed),
        seconds(of -> of.stallSeconds),
        findings.getOrDefault(Judgement.Fault.LOST, 0L),
        findings.getOrDefault(Judgement.Fault.WRONG, 0L),
        findings.getOrDefault(Judgement.Fault.COUNTED_TWICE, 0L),
        unreadable,
        stuck,
        examples.values().stream().flatMap(List::stream).collect(Collectors.toList()));
  }

  private Map<String, Long> counts(ToLongFunction<OfOperation> count) {
    return operations.entrySet().stream()
        .collect(
            Collectors.toMap(
                each -> each.getKey().label(),
                each -> count.applyAsLong(each.getValue()),
                Long::sum,
                TreeMap::new));
  }

  private Map<String, Double> seconds(ToDoubleFunction<OfOperation> time) {
    return operations.entrySet().stream()
        .collect(
            Collectors.toMap(
                each -> each.getKey().label(),
                each -> time.applyAsDouble(each.getValue()),
                Double::sum,
                TreeMap::new));
  }
}
