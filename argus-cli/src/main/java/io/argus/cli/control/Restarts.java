package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What follows the settings only when a region server restarts, as the servers report it.
 *
 * <p>Stateless.
 */
final class Restarts {
  private static final Set<Reason> REASONS =
      EnumSet.of(Reason.NEEDS_RESTART, Reason.STAYS_UNTIL_RESTART);

  private Restarts() {}

  /**
   * The servers that wait for a restart, by component and reason. Nothing if that cannot be read:
   * the change is stored all the same.
   */
  static SortedMap<String, List<String>> awaited(LiveCluster live) throws InterruptedException {
    try {
      return awaited(live.readReports().readable());
    } catch (IOException e) {
      System.err.println("argus: " + e.getMessage());
      return new TreeMap<>();
    }
  }

  private static SortedMap<String, List<String>> awaited(Map<String, UsageReport> reports) {
    SortedMap<String, List<String>> servers = new TreeMap<>();
    new TreeMap<>(reports)
        .forEach(
            (server, report) -> {
              for (ComponentStatus component : report.components()) {
                if (REASONS.contains(component.cause())) {
                  servers
                      .computeIfAbsent(
                          "component " + component.component() + ": " + component.reason(),
                          any -> new ArrayList<>())
                      .add(server);
                }
              }
            });
    return servers;
  }
}
