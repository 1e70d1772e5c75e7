package io.argus.master.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PastReportTest {
  private static final double SECONDS = 4;

  private final Random random = new Random(7);

  /**
   * A usage of which many figures are 0, and all are floats, as those that are received, or not.
   */
  private TenantUsage usage(int tenant) {
    boolean received = random.nextBoolean();
    TenantUsage.Builder usage = TenantUsage.builder(TenantId.of("t" + tenant));
    for (Figure figure : Figure.values()) {
      usage.set(figure, random.nextBoolean() ? number(received) : 0);
    }
    double[] hits = new double[MissRatioCurve.STEPS];
    for (int k = 0; k < random.nextInt(MissRatioCurve.STEPS + 1); k++) {
      hits[k] = random.nextInt(50_000) / 100.0;
    }
    return usage
        .set(Figure.QUEUE_LENGTH, random.nextInt(3))
        .missRatioCurve(MissRatioCurve.of(hits, number(received), random.nextInt(3)))
        .build();
  }

  private double number(boolean received) {
    return received ? random.nextFloat() : random.nextDouble();
  }

  private static UsageReport report(List<TenantUsage> tenants) {
    return new UsageReport("rs,16020,1", 1, SECONDS, 1, 1, 1, List.of(), tenants);
  }

  @Test
  void aMeanIsThatOfTheUsagesThemselves() {
    TenantUsage last = usage(0);
    for (int i = 0; i < 100; i++) {
      List<TenantUsage> before = List.of(usage(1), usage(2), usage(3));
      Map<TenantId, CombinedUsage> sums = new TreeMap<>();
      PastReport.of(report(before))
          .forEach(
              usage -> {
                CombinedUsage sum = CombinedUsage.ofTimes();
                sum.add(usage, SECONDS);
                sums.put(usage.tenant(), sum);
              });
      for (TenantUsage usage : before) {
        CombinedUsage expected = CombinedUsage.ofTimes();
        expected.add(usage, SECONDS);
        assertThat(mean(sums.get(usage.tenant()), last)).isEqualTo(mean(expected, last));
      }
    }
  }

  private static String mean(CombinedUsage sum, TenantUsage last) {
    sum.add(last, 1);
    TenantUsage mean = sum.over(SECONDS + 1, last.tenant()).build();
    StringBuilder text = new StringBuilder();
    for (Figure figure : Figure.values()) {
      text.append(figure).append('=').append(mean.get(figure)).append(' ');
    }
    return text.append(mean.missRatioCurve()).toString();
  }

  @Test
  void itKnowsWhoWaits() {
    List<TenantUsage> tenants = List.of(usage(1), usage(2), usage(3), usage(4));
    Map<TenantId, Integer> expected = new TreeMap<>();
    for (TenantUsage usage : tenants) {
      if (usage.queueLength() > 0) {
        expected.put(usage.tenant(), usage.queueLength());
      }
    }
    assertThat(PastReport.of(report(tenants)).queues())
        .containsExactlyInAnyOrderEntriesOf(expected);
  }

  @Test
  void idleTenantsAreLeftOut() {
    TenantUsage idle = TenantUsage.builder(TenantId.of("idle")).cache(1, 2, 0, 0).build();
    PastReport.of(report(List.of(idle)))
        .forEach(
            usage -> {
              throw new AssertionError(usage.tenant() + " is idle");
            });
  }
}
