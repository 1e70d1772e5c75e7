package io.argus.core.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.Collection;

/** What must hold of every plan and report that could be read. */
final class ReportChecks {
  private ReportChecks() {}

  static void requireSound(Plan plan) {
    assertThat(plan.version()).isBetween(0L, Plan.MAX_VERSION);
    assertThat(plan.mode()).isNotNull();
    requireSound(plan.reservations());
    double cpu = 0;
    for (Reservation reservation : plan.reservations()) {
      double share = plan.cpuShare(reservation.tenant());
      assertThat(share + 0.0).isBetween(0.0, 1.0);
      cpu += share;
    }
    assertThat(cpu).isLessThanOrEqualTo(1 + 2 * Plan.TOLERANCE);
    plan.servers().forEach((name, shares) -> requireSound(shares.reservations()));
    assertScore(plan.explanation().before().dScore());
    assertScore(plan.explanation().after().jIndex());
    plan.explanation().assumptions().forEach(assumption -> assumption.tenant().name());
    assertThat(plan.explanation().moves()).doesNotContainNull();
  }

  static void requireSound(Collection<Reservation> reservations) {
    for (Resource resource : Resource.values()) {
      double sum = 0;
      for (Reservation reservation : reservations) {
        double share = orNone(resource, reservation.share(resource));
        assertThat(share + 0.0).isBetween(0.0, 1.0);
        assertThat(reservation.weight()).isPositive().isFinite();
        sum += share;
        double ofClasses =
            reservation.classes().stream()
                .mapToDouble(each -> orNone(resource, each.share(resource)))
                .sum();
        assertThat(ofClasses + 0.0).isBetween(0.0, 1 + Plan.TOLERANCE);
      }
      assertThat(sum).isLessThanOrEqualTo(1 + 2 * Plan.TOLERANCE);
    }
  }

  /** A plan may leave out the shares of CPU time, which follow from the weights then. */
  private static double orNone(Resource resource, double share) {
    return resource == Resource.CPU && Double.isNaN(share) ? 0 : share;
  }

  private static void assertScore(double score) {
    assertThat(score).isBetween(-Plan.TOLERANCE, 1 + Plan.TOLERANCE);
  }

  /** Every figure, and every sum of a few figures, is a number that is not negative. */
  static void requireSound(UsageReport report) {
    assertThat(report.server()).matches("[\\x21-\\x7E]{1,300}").doesNotContain("/", "<", "\"");
    assertThat(report.windowSeconds()).isPositive().isFinite();
    assertThat(report.cpu().busy() + 0.0).isNotNegative().isFinite();
    report
        .components()
        .forEach(
            component -> {
              assertThat(component.toString()).isNotNull();
              assertThat(component.cause()).isNotNull();
            });
    assertThat(report.setup().unknownKeys()).doesNotContainNull();
    assertThat(report.setup().unusableValues()).doesNotContainNull();
    assertThat(report.setup().settings()).doesNotContainKey(null);
    report.setup().settings().values().forEach(text -> assertThat(text).isNotNull());
    for (TenantUsage usage : report.tenants()) {
      assertThat(usage.tenant().name()).matches("[A-Za-z0-9_.-]{1,128}");
      for (Figure figure : Figure.values()) {
        assertFigure(usage.get(figure));
      }
      assertFigure(usage.hdfsChargedBytesPerSecond());
      assertFigure(usage.totalOperationsPerSecond());
      assertFigure(usage.missRatioCurve().lookupsPerSecond());
      assertThat(usage.hitRatio() + 0.0).isBetween(0.0, 1.0);
      assertThat(usage.keyRepeatRatio() + 0.0).isBetween(0.0, 1.0);
      assertThat(usage.missRatioCurve().missRatio(0.5) + 0.0).isBetween(0.0, 1.0);
      usage.isIdle();
    }
  }

  /** Minus zero is zero. */
  private static void assertFigure(double figure) {
    assertThat(figure + 0.0).isNotNegative().isFinite();
  }
}
