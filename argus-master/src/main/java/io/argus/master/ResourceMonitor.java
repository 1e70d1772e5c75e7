package io.argus.master;

import io.argus.core.UsageReport;
import io.argus.core.WireFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The master's memory of which region server reported what and when. A report is stale when the
 * same one has been there for long by the master's clock, so that clocks may differ between
 * servers.
 *
 * <p>Not safe for use by several threads.
 */
public final class ResourceMonitor {
  private static final class Sighting {
    private final long endMillis;
    private final long sinceMillis;

    Sighting(long endMillis, long sinceMillis) {
      this.endMillis = endMillis;
      this.sinceMillis = sinceMillis;
    }
  }

  private Map<String, Sighting> sightings = new HashMap<>();

  /**
   * Returns the cluster's usage from what servers wrote; corrupt and stale reports are left out and
   * named among its problems.
   *
   * @param written latest usage report of each server
   * @param nowMillis the master's clock
   * @param staleMillis how long a report counts
   */
  public ClusterUsage observe(Map<String, byte[]> written, long nowMillis, long staleMillis) {
    List<UsageReport> reports = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Map<String, Sighting> seen = new HashMap<>();
    for (Map.Entry<String, byte[]> entry : new TreeMap<>(written).entrySet()) {
      String server = entry.getKey();
      try {
        UsageReport report = WireFormat.readUsageReport(entry.getValue());
        Sighting sighting = sighting(server, report.endMillis(), nowMillis);
        seen.put(server, sighting);
        long ageMillis = nowMillis - sighting.sinceMillis;
        if (ageMillis > staleMillis) {
          problems.add(
              "usage report of "
                  + server
                  + " has not changed for "
                  + ageMillis / 1000
                  + " s and is left out");
        } else {
          reports.add(report);
        }
      } catch (RuntimeException e) {
        problems.add("usage report of " + server + " is left out: " + e.getMessage());
      }
    }
    sightings = seen;
    return ClusterUsage.of(reports, problems);
  }

  private Sighting sighting(String server, long endMillis, long nowMillis) {
    Sighting known = sightings.get(server);
    return known != null && known.endMillis == endMillis
        ? known
        : new Sighting(endMillis, nowMillis);
  }
}
