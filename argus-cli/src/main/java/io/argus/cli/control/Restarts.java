package io.argus.cli.control;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import com.google.common.collect.TreeMultimap;
import io.argus.cli.live.LiveCluster;
import io.argus.core.settings.Settings;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
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
  private static final ImmutableSet<String> KEYS =
      ImmutableSet.of(
          Settings.MODE.key(), Settings.CACHE_ENABLED.key(), Settings.SCHEDULER_ENABLED.key());

  private static final ImmutableSet<Reason> REASONS =
      Sets.immutableEnumSet(Reason.NEEDS_RESTART, Reason.STAYS_UNTIL_RESTART);

  private Restarts() {}

  /**
   * The servers that wait for a restart after a change, by component and reason. Nothing if that
   * cannot be read: the change is stored all the same.
   *
   * @param keys that were changed
   */
  static SortedMap<String, Collection<String>> awaited(LiveCluster live, Set<String> keys)
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

  private static SortedMap<String, Collection<String>> awaited(Map<String, UsageReport> reports) {
    TreeMultimap<String, String> servers = TreeMultimap.create();
    reports.forEach(
        (server, report) -> {
          for (ComponentStatus component : report.components()) {
            if (REASONS.contains(component.cause())) {
              servers.put("component " + component.component() + ": " + component.reason(), server);
            }
          }
        });
    return servers.asMap();
  }
}
