package io.argus.bench.day;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.day.SystemDay.Happened;
import io.argus.bench.day.TenantDay.PartFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DayReportTest {
  private static final Day DAY = new Day(240);

  /** Second at which the restart begins. */
  private static final int RESTART = 140;

  private final Map<String, Long> failed = new TreeMap<>();
  private final long[] search = new long[240];
  private final long[] partner = new long[240];
  private double p99Millis = 10;
  private double done = 190;

  DayReportTest() {
    Arrays.fill(search, 120);
    Arrays.fill(partner, 40);
  }

  private SystemDay day(String system, int pair) {
    List<TenantDay> tenants = new ArrayList<>();
    for (DayTenant tenant : Day.tenants()) {
      long[] operations =
          switch (tenant.name()) {
            case Day.WITH_SLO -> search;
            case Day.WITH_CAP -> partner;
            default -> new long[240];
          };
      List<PartFigures> parts =
          Arrays.stream(Day.Part.values())
              .map(
                  part ->
                      new PartFigures(
                          part,
                          200,
                          tenant.name().equals("shop") ? done : 190,
                          part == Day.Part.DAY ? failed.getOrDefault(tenant.name(), 0L) : 0,
                          5,
                          p99Millis))
              .toList();
      List<@Nullable Double> curve = new ArrayList<>();
      curve.add(p99Millis);
      curve.add(null);
      tenants.add(
          new TenantDay(
              tenant.name(),
              Arrays.stream(operations).boxed().toList(),
              Collections.unmodifiableList(curve),
              Collections.unmodifiableList(curve),
              parts));
    }
    List<Happened> happened = new ArrayList<>();
    for (DayEvent event : DayEvent.values()) {
      if (!event.needsArgus() || !system.equals("stock")) {
        int second = event == DayEvent.RESTART ? RESTART : DAY.second(event.hour());
        happened.add(
            new Happened(event, second, second + (event == DayEvent.RESTART ? 20 : 1), ""));
      }
    }
    return new SystemDay(system, pair, tenants, happened);
  }

  private static DayReport report(SystemDay... days) {
    return DayReport.of("bin/argus-bench day", "HBase 2.6.4", DAY, List.of(days));
  }

  private DayReport alike() {
    return report(day("stock", 1), day("argus", 1));
  }

  private static List<String> broken(DayReport report) {
    return report.verdicts().stream().filter(each -> !each.holds()).map(DayVerdict::line).toList();
  }

  @Test
  void aDayAsOnStockHBaseWithItsSloAndItsCapHolds() {
    assertThat(broken(alike())).isEmpty();
    assertThat(alike().holds()).isTrue();
    assertThat(alike().verdicts()).hasSize(6);
  }

  @Test
  void moreFailedCallsOfOneTenantDoNotHoldWhateverTheOthersHave() {
    failed.put("mail", 5L);
    failed.put("shop", 1L);
    SystemDay stock = day("stock", 1);
    failed.put("mail", 0L);
    failed.put("shop", 2L);
    SystemDay argus = day("argus", 1);

    assertThat(broken(report(stock, argus)))
        .containsExactly(
            "NOT  argus, no tenant has more failed calls than on stock HBase: shop 2 against 1");
    assertThat(broken(report(stock, stock))).isEmpty();
  }

  @Test
  void whoIsServedOnStockHBaseHasToBeServed() {
    SystemDay stock = day("stock", 1);
    done = 170;
    SystemDay argus = day("argus", 1);
    assertThat(broken(report(stock, argus)))
        .containsExactly(
            "NOT  argus, who is served on stock HBase is served: shop by night 170.0/s against"
                + " 190.0, shop by day 170.0/s against 190.0");

    done = 189;
    assertThat(broken(report(day("stock", 1), argus)))
        .as("on stock HBase the tenant does not get what it asks for")
        .isEmpty();
  }

  @Test
  void withoutStockHBaseNothingIsComparedWithIt() {
    failed.put("mail", 5L);
    DayReport report = report(day("argus", 1));

    assertThat(report.holds()).isTrue();
    assertThat(report.verdicts()).hasSize(3);
    assertThat(report.toTable()).noneMatch(line -> line.contains("stock HBase"));
  }

  @Test
  void anSloThatIsMissedForTenSecondsDoesNotHold() {
    SystemDay stock = day("stock", 1);
    Arrays.fill(search, 181, 191, 80);

    assertThat(broken(report(stock, day("argus", 1))))
        .singleElement()
        .asString()
        .startsWith("NOT  argus, the SLO of search is kept: in 0.9");
  }

  @Test
  void anSloCountsNeitherBeforeItIsSetNorAroundARestart() {
    SystemDay stock = day("stock", 1);
    Arrays.fill(search, 0, 20, 0);
    Arrays.fill(search, RESTART, RESTART + 40, 0);

    assertThat(broken(report(stock, day("argus", 1)))).isEmpty();
  }

  @Test
  void aCapThatIsExceededDoesNotHoldButASavedUpSecondIsNone() {
    SystemDay stock = day("stock", 1);
    partner[150] = 90;
    assertThat(broken(report(stock, day("argus", 1)))).isEmpty();

    Arrays.fill(partner, 150, 170, 60);
    assertThat(broken(report(stock, day("argus", 1))))
        .singleElement()
        .asString()
        .startsWith("NOT  argus, the cap of partner holds: at most 60 ");
  }

  @Test
  void whatWasNotDoneDoesNotHold() {
    SystemDay whole = day("argus", 1);
    List<Happened> some = new ArrayList<>(whole.happened().subList(0, 3));
    some.set(0, new Happened(DayEvent.SLO, 20, 22, "it ended with 1"));

    assertThat(broken(report(day("stock", 1), new SystemDay("argus", 1, whole.tenants(), some))))
        .containsExactly(
            "NOT  argus, everything happens: an SLO of 90 operations a second for search: it ended"
                + " with 1; the region servers restart, one after the other: not begun before the"
                + " end");
  }

  @Test
  void severalPairsHaveMediansAndTheirFailuresAreSummed() {
    failed.put("cart", 2L);
    SystemDay first = day("stock", 1);
    p99Millis = 40;
    DayReport report = report(first, day("stock", 2), day("stock", 3));

    assertThat(report.toTable())
        .anyMatch(line -> line.matches("cart +stock +day +200.0 +190.0 +5.0 +40.0 +6"));
    assertThat(report.curves().get(0).p99Millis()).containsExactly(40.0, null);
  }

  @Test
  void theReportSaysWhatHappenedAndWhatWasLeftOut() {
    assertThat(alike().toTable())
        .contains(
            "pair 1, argus: 08:00 a cap of 40 operations a second for partner, done 08:06",
            "stock HBase has neither SLOs nor caps of tenants: both are left out there")
        .noneMatch(line -> line.startsWith("pair 1, stock: 08:00"));
    assertThat(alike().toHtml()).contains("\"tenant\":\"shop\"").doesNotContain("{{");
  }
}
