package io.argus.cli.doctor;

import io.argus.core.usage.ComponentStatus;
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

  private record Kind(Finding.Severity severity, String name, String message) {}

  static List<Finding> of(Evidence evidence) {
    Map<Kind, List<String>> servers = new LinkedHashMap<>();
    evidence
        .reports()
        .forEach(
            (server, report) -> {
              for (ComponentStatus component : report.components()) {
                if (!component.reason().isEmpty() || !component.isActive()) {
                  servers.computeIfAbsent(kind(component), k -> new ArrayList<>()).add(server);
                }
              }
            });
    List<Finding> findings = new ArrayList<>();
    servers.forEach(
        (kind, on) -> findings.add(new Finding(kind.severity(), kind.name(), on, kind.message())));
    return findings;
  }

  private static Kind kind(ComponentStatus component) {
    String message = "component " + component;
    if (component.state() == ComponentStatus.State.ACTIVE) {
      return new Kind(Finding.Severity.NOTE, "component-faults", message);
    }
    if (component.state() == ComponentStatus.State.DISABLED) {
      return new Kind(Finding.Severity.NOTE, "component-disabled", message);
    }
    String reason = component.reason();
    if (reason.contains("scheduler.factory.class")) {
      return new Kind(Finding.Severity.PROBLEM, "scheduler-factory", message);
    }
    if (reason.contains("CombinedBlockCache")
        || reason.contains("BucketCache")
        || reason.contains("hbase.offheapcache.percentage")) {
      return new Kind(
          Finding.Severity.PROBLEM,
          "bucket-cache",
          message
              + "; Argus does not divide BucketCache (hbase.bucketcache.ioengine) among tenants:"
              + " remove the key, or do without cache reservations");
    }
    return component.state() == ComponentStatus.State.UNSUPPORTED
        ? new Kind(Finding.Severity.NOTE, "component-unsupported", message)
        : new Kind(Finding.Severity.PROBLEM, "component-failed", message);
  }
}
