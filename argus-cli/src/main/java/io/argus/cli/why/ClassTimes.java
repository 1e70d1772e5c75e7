package io.argus.cli.why;

import io.argus.core.usage.UsageReport;
import io.argus.core.usage.UsageReport.ClassUsage;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What one class of a tenant's requests did on all servers together. Immutable. */
final class ClassTimes {
  private final double operationsPerSecond;
  private final double waitFraction;
  private final double serviceFraction;
  private final double cappedPerSecond;

  private ClassTimes(
      double operationsPerSecond,
      double waitFraction,
      double serviceFraction,
      double cappedPerSecond) {
    this.operationsPerSecond = operationsPerSecond;
    this.waitFraction = waitFraction;
    this.serviceFraction = serviceFraction;
    this.cappedPerSecond = cappedPerSecond;
  }

  /** The classes of a tenant by name, none if it has only one. */
  static SortedMap<String, ClassTimes> of(String tenant, List<UsageReport> reports) {
    SortedMap<String, ClassTimes> classes = new TreeMap<>();
    for (UsageReport report : reports) {
      for (ClassUsage each : report.classes()) {
        if (each.tenant().equals(tenant)) {
          classes.merge(
              each.name(),
              new ClassTimes(
                  each.operationsPerSecond(),
                  each.waitFraction(),
                  each.serviceFraction(),
                  each.cappedPerSecond()),
              ClassTimes::plus);
        }
      }
    }
    return classes;
  }

  private ClassTimes plus(ClassTimes other) {
    return new ClassTimes(
        operationsPerSecond + other.operationsPerSecond,
        waitFraction + other.waitFraction,
        serviceFraction + other.serviceFraction,
        cappedPerSecond + other.cappedPerSecond);
  }

  double operationsPerSecond() {
    return operationsPerSecond;
  }

  /** Requests that had to wait because of the cap of the class. */
  double cappedPerSecond() {
    return cappedPerSecond;
  }

  /** Waiting for an operation; 0 without operations. */
  double waitSeconds() {
    return operationsPerSecond == 0 ? 0 : waitFraction / operationsPerSecond;
  }

  /** In handlers and reading from HDFS, seconds per second. */
  double serviceFraction() {
    return serviceFraction;
  }
}
