package io.argus.cli.doctor;

import io.argus.core.HookStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Findings on the hooks of the region servers: which are not at work, and why. The same of several
 * servers is told once.
 *
 * <p>Stateless.
 */
final class HookFindings {
  private HookFindings() {}

  private record Kind(Finding.Severity severity, String name, String message) {}

  static List<Finding> of(Evidence evidence) {
    Map<Kind, List<String>> servers = new LinkedHashMap<>();
    evidence
        .reports()
        .forEach(
            (server, report) -> {
              for (HookStatus hook : report.hooks()) {
                if (!hook.reason().isEmpty() || !hook.isActive()) {
                  servers.computeIfAbsent(kind(hook), k -> new ArrayList<>()).add(server);
                }
              }
            });
    List<Finding> findings = new ArrayList<>();
    servers.forEach(
        (kind, on) -> findings.add(new Finding(kind.severity(), kind.name(), on, kind.message())));
    return findings;
  }

  private static Kind kind(HookStatus hook) {
    String reason = hook.reason();
    String message = "hook " + hook;
    if (hook.isActive()) {
      return new Kind(Finding.Severity.NOTE, "hook-faults", message);
    }
    if (isWanted(reason)) {
      return new Kind(Finding.Severity.NOTE, "hook-switched-off", message);
    }
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
              + "; BucketCache is configured (hbase.bucketcache.ioengine), and what is in it"
              + " is not divided among tenants: take it out, or live without cache reservations");
    }
    return new Kind(Finding.Severity.PROBLEM, "hook-inactive", message);
  }

  /** Whether it is so because somebody set it so. */
  private static boolean isWanted(String reason) {
    return reason.startsWith("argus.") || reason.startsWith("switched off by argus.");
  }
}
