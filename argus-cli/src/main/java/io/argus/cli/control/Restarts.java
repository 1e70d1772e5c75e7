package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.core.settings.Settings;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
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
  /** The settings that components follow with a restart. */
  private static final Set<String> KEYS =
      Collections.unmodifiableSet(
          new HashSet<>(
              Arrays.asList(
                  Settings.MODE.key(),
                  Settings.CACHE_ENABLED.key(),
                  Settings.SCHEDULER_ENABLED.key())));

  private static final Set<Reason> REASONS =
      EnumSet.of(Reason.NEEDS_RESTART, Reason.STAYS_UNTIL_RESTART);

  private Restarts() {}

  /**
   * The servers that wait for a restart after a change, by component and reason. Nothing if that
   * cannot be read: the change is stored all the same.
   *
   * @param keys that were changed
   */
  static SortedMap<String, List<String>> awaited(LiveCluster live, Set<String> keys)
      throws InterruptedException {
    if (Collections.disjoint(keys, KEYS)) {
      return new TreeMap<>();
    }
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
