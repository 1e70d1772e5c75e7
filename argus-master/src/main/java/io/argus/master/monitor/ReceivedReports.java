package io.argus.master.monitor;

import io.argus.core.documents.WireFormat;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The latest usage report of each region server, and why those of others cannot be read.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ReceivedReports {
  private final SortedMap<String, UsageReport> reports;
  private final List<String> problems;

  ReceivedReports(Map<String, UsageReport> reports, List<String> problems) {
    this.reports = Collections.unmodifiableSortedMap(new TreeMap<>(reports));
    this.problems = Collections.unmodifiableList(new ArrayList<>(problems));
  }

  /**
   * @param reports the report of each server
   */
  public static ReceivedReports ofRead(Map<String, UsageReport> reports) {
    return new ReceivedReports(reports, Collections.emptyList());
  }

  /**
   * Reads the reports.
   *
   * @param written the report of each server, as it was written
   */
  public static ReceivedReports of(Map<String, byte[]> written) {
    Map<String, UsageReport> reports = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    new TreeMap<>(written)
        .forEach(
            (server, bytes) -> {
              try {
                reports.put(server, WireFormat.readUsageReport(bytes));
              } catch (RuntimeException e) {
                problems.add(leftOut(server, e));
              }
            });
    return new ReceivedReports(reports, problems);
  }

  static String leftOut(String server, RuntimeException why) {
    return "usage report of " + server + " is left out: " + why.getMessage();
  }

  /** By server. */
  public SortedMap<String, UsageReport> reports() {
    return reports;
  }

  /** One sentence for each report that cannot be read. */
  public List<String> problems() {
    return problems;
  }
}
