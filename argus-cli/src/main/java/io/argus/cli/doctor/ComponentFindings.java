package io.argus.cli.doctor;

import io.argus.cli.doctor.Finding.Severity;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.ComponentStatus.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Findings about components of region servers that do not work. The same finding on several servers
 * is reported once.
 *
 * <p>Stateless.
 */
final class ComponentFindings {
  private ComponentFindings() {}

  /** A finding, and the servers where it is. */
  private static final class Kind {
    private final Severity severity;
    private final String name;
    private final String message;
    private final List<String> servers = new ArrayList<>();

    Kind(Severity severity, String name, String message) {
      this.severity = severity;
      this.name = name;
      this.message = message;
    }
  }

  static void add(Evidence evidence, Findings findings) {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    evidence
        .reports()
        .forEach(
            (server, report) -> {
              for (ComponentStatus component : report.components()) {
                if (!component.reason().isEmpty() || !component.isActive()) {
                  Kind kind = kind(component);
                  kinds.computeIfAbsent(kind.message, message -> kind).servers.add(server);
                }
              }
            });
    kinds
        .values()
        .forEach(kind -> findings.add(kind.severity, kind.name, kind.servers, kind.message));
  }

  private static Kind kind(ComponentStatus component) {
    String message = "component " + component;
    switch (component.cause()) {
      case SCHEDULER_FACTORY:
        return new Kind(Severity.PROBLEM, "scheduler-factory", message);
      case OTHER_BLOCK_CACHE:
        return new Kind(
            Severity.PROBLEM,
            "block-cache",
            message
                + "; choose one that it can (LRU, TinyLFU or AdaptiveLRU, with or without"
                + " BucketCache) or do without cache reservations");
      default:
        return kind(component.state(), message);
    }
  }

  private static Kind kind(State state, String message) {
    switch (state) {
      case ACTIVE:
        return new Kind(Severity.NOTE, "component-faults", message);
      case DISABLED:
        return new Kind(Severity.NOTE, "component-disabled", message);
      case UNSUPPORTED:
        return new Kind(Severity.NOTE, "component-unsupported", message);
      case FAILED:
        return new Kind(Severity.PROBLEM, "component-failed", message);
    }
    throw new AssertionError(state);
  }
}
