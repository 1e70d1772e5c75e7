package io.argus.bench.fault.rolling;

import static io.argus.core.text.Text.format;

import io.argus.bench.fault.FaultSite;
import io.argus.cluster.runtime.ServerPage;
import io.argus.core.documents.WireFormat;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a region server has the shares that are pinned.
 *
 * @param planVersion that it says it has
 * @param problem in words; empty if it has them
 */
record PinnedShares(long planVersion, String problem) {
  /** Of the tenants of a fault run. */
  static final Map<String, Double> ALL = Map.of("tenanta", 0.5, "tenantb", 0.2, "check", 0.3);

  /** Other tables may get a little, from all in proportion. */
  private static final double FIRST_PART = 0.5 / (0.5 + 0.2);

  /** Equal shares would be 0.2 away. */
  private static final double SAME = 0.02;

  /** What a server's page says now; empty if it does not answer, or reports nothing yet. */
  static Optional<PinnedShares> of(FaultSite site, int server) {
    int port = site.cluster().ports().regionServersHttp().get(server);
    return ServerPage.read(port, "/argus/status.json")
        .filter(text -> text.length() > 2) // {} before the first report
        .map(text -> WireFormat.readUsageReport(text.getBytes(StandardCharsets.UTF_8)))
        .map(PinnedShares::of);
  }

  static PinnedShares of(UsageReport report) {
    Optional<ComponentStatus> failed =
        report.components().stream()
            .filter(each -> each.state() == ComponentStatus.State.FAILED)
            .findFirst();
    if (failed.isPresent()) {
      return new PinnedShares(report.planVersion(), "has failed " + failed.get());
    }
    double first = limitBytes(report, "tenanta");
    double part = first / (first + limitBytes(report, "tenantb"));
    return new PinnedShares(
        report.planVersion(),
        Math.abs(part - FIRST_PART) <= SAME
            ? ""
            : format("gives tenanta %.2f of the two tenants' cache, not %.2f", part, FIRST_PART));
  }

  private static double limitBytes(UsageReport report, String tenant) {
    return report.tenants().stream()
        .filter(usage -> usage.tenant().name().equals(tenant))
        .mapToDouble(TenantUsage::cacheLimitBytes)
        .sum();
  }
}
