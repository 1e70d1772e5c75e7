package io.argus.core.documents;

import io.argus.core.usage.UsageReport;

/**
 * A usage report as it is sent: with its number, and without the tenants of which the last complete
 * report already says all. Such a tenant was idle in both windows, with the same figures.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class NumberedReport {
  private final long number;
  private final long completeNumber;
  private final int leftOut;
  private final UsageReport report;

  private NumberedReport(long number, long completeNumber, int leftOut, UsageReport report) {
    this.number = number;
    this.completeNumber = completeNumber;
    this.leftOut = leftOut;
    this.report = report;
  }

  /**
   * @param number grows from report to report of a server
   */
  public static NumberedReport complete(long number, UsageReport report) {
    return new NumberedReport(number, number, 0, report);
  }

  /**
   * @param completeNumber number of the complete report that has the tenants that this one has not
   * @param leftOut number of these tenants
   */
  public static NumberedReport partial(
      long number, long completeNumber, int leftOut, UsageReport report) {
    return new NumberedReport(number, completeNumber, leftOut, report);
  }

  public long number() {
    return number;
  }

  public long completeNumber() {
    return completeNumber;
  }

  public boolean isComplete() {
    return number == completeNumber;
  }

  /** How many idle tenants are not in the report. */
  public int leftOut() {
    return leftOut;
  }

  public UsageReport report() {
    return report;
  }
}
