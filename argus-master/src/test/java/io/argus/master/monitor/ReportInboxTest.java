package io.argus.master.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.ReportCodec;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReportInboxTest {
  private static final String RS = "rs,16020,1";

  private final ReportInbox inbox = new ReportInbox();
  private long nowMillis;

  private static TenantUsage active(String tenant, double operations) {
    return TenantUsage.builder(TenantId.of(tenant)).operations(RequestKind.GET, operations).build();
  }

  private static TenantUsage idle(String tenant, long cacheBytes) {
    return TenantUsage.builder(TenantId.of(tenant)).cache(cacheBytes, 1_000, 0, 0).build();
  }

  private static UsageReport report(long endMillis, TenantUsage... tenants) {
    return new UsageReport(RS, endMillis, 2, 1, 1, 1, List.of(), List.of(tenants));
  }

  private static byte[] complete(long number, TenantUsage... tenants) {
    return ReportCodec.write(NumberedReport.complete(number, report(1_000 * number, tenants)));
  }

  private static byte[] partial(
      long number, long completeNumber, int leftOut, TenantUsage... tenants) {
    return ReportCodec.write(
        NumberedReport.partial(number, completeNumber, leftOut, report(1_000 * number, tenants)));
  }

  private void send(byte[] report) {
    inbox.sent(RS, report, nowMillis);
  }

  private UsageReport current() {
    ReceivedReports received = inbox.reports();
    assertThat(received.problems()).isEmpty();
    return received.reports().get(RS);
  }

  private List<String> tenants() {
    return current().tenants().stream()
        .map(usage -> usage.tenant() + " " + (long) usage.totalOperationsPerSecond())
        .toList();
  }

  @Test
  void idleTenantsThatAReportLeavesOutAreThoseOfTheCompleteOne() {
    send(complete(1, active("a", 5), idle("b", 100), idle("c", 200)));
    send(partial(2, 1, 2, active("a", 7)));
    assertThat(tenants()).containsExactly("a 7", "b 0", "c 0");
    assertThat(current().tenants().get(1).cacheBytes()).isEqualTo(100);
    send(partial(3, 1, 1, active("a", 8), active("b", 3)));
    assertThat(tenants()).containsExactly("a 8", "b 3", "c 0");
  }

  /** Both came between two rounds: the complete one is not lost. */
  @Test
  void aCompleteReportThatNobodyHasReadYetCounts() {
    send(complete(1, active("a", 5), idle("b", 100)));
    current();
    send(complete(2, active("a", 5), idle("b", 300)));
    send(partial(3, 2, 1, active("a", 6)));
    assertThat(tenants()).containsExactly("a 6", "b 0");
    assertThat(current().tenants().get(1).cacheBytes()).isEqualTo(300);
  }

  @Test
  void withoutTheCompleteOneAReportStillTellsOfTheTenantsThatItNames() {
    send(partial(7, 6, 40, active("a", 5)));
    assertThat(tenants()).containsExactly("a 5");
    send(complete(8, active("a", 6), idle("b", 1)));
    send(partial(9, 8, 1, active("a", 7)));
    assertThat(tenants()).containsExactly("a 7", "b 0");
    send(partial(30, 29, 1, active("a", 9)));
    assertThat(tenants()).as("a gap with the complete one in it").containsExactly("a 9");
  }

  @Test
  void anOldADoubledOrALateReportChangesNothing() {
    send(complete(5, active("a", 5)));
    UsageReport first = current();
    send(complete(5, active("a", 500)));
    send(partial(4, 3, 0, active("a", 400)));
    send(complete(1, active("a", 100)));
    assertThat(current()).as("not even read again").isSameAs(first);
    inbox.written(RS, complete(5, active("a", 500)));
    assertThat(current()).isSameAs(first);
  }

  @Test
  void aServerThatSendsIsNotLookedForInZooKeeperUntilItFallsSilent() {
    assertThat(inbox.isSending(RS, nowMillis)).isFalse();
    send(complete(1, active("a", 5)));
    nowMillis = 10_000;
    assertThat(inbox.isSending(RS, nowMillis)).isTrue();
    nowMillis = 10_001;
    assertThat(inbox.isSending(RS, nowMillis)).isFalse();
    nowMillis = 25_000;
    send(complete(2, active("a", 5)));
    nowMillis = 100_000;
    assertThat(inbox.isSending(RS, nowMillis)).as("every 25 s").isTrue();
    inbox.keep(Collections.emptySet(), nowMillis);
    assertThat(inbox.reports().reports()).containsOnlyKeys(RS);
    nowMillis = 100_001;
    inbox.keep(List.of(RS), nowMillis);
    assertThat(inbox.reports().reports()).containsOnlyKeys(RS);
    inbox.keep(Collections.emptySet(), nowMillis);
    assertThat(inbox.reports().reports()).isEmpty();
  }

  @Test
  void aCorruptReportIsNamedAndCostsTheOthersNothing() {
    inbox.written("rs2", complete(1, active("a", 5)));
    inbox.written(RS, "x".getBytes(StandardCharsets.UTF_8));
    byte[] cutOff = complete(3, active("a", 5));
    inbox.written("rs3", Arrays.copyOf(cutOff, 7));
    inbox.sent("rs4", Arrays.copyOf(cutOff, cutOff.length - 1), 0);
    ReceivedReports received = inbox.reports();
    assertThat(received.reports()).containsOnlyKeys("rs2");
    assertThat(received.problems()).hasSize(3);
    assertThat(received.problems().get(1))
        .isEqualTo("usage report of rs3 is left out: usage report of 7 bytes is cut off");
    send(complete(4, active("a", 6)));
    assertThat(inbox.reports().reports()).containsOnlyKeys(RS, "rs2");
  }

  @Test
  void whatCannotBeAReportIsRefusedAtOnce() {
    for (byte[] wrong :
        List.of(new byte[0], new byte[] {(byte) 0xA7, 1}, "{}".getBytes(StandardCharsets.UTF_8))) {
      assertThatIllegalArgumentException().isThrownBy(() -> send(wrong));
    }
    byte[] huge = Arrays.copyOf(complete(1, active("a", 5)), 17_000_000);
    assertThatIllegalArgumentException().isThrownBy(() -> send(huge));
    assertThat(inbox.reports().reports()).isEmpty();
  }

  /** Of a flood only the last report is ever read. */
  @Test
  void aFloodCostsNoMoreThanItsLastReport() {
    byte[][] flood = new byte[2_000][];
    for (int i = 0; i < flood.length; i++) {
      flood[i] = i == flood.length - 1 ? complete(i + 1, active("a", i)) : damaged(i + 1);
    }
    for (byte[] report : flood) {
      send(report);
    }
    assertThat(tenants()).containsExactly("a " + (flood.length - 1));
  }

  private static byte[] damaged(long number) {
    byte[] report = complete(number, active("a", 1));
    report[report.length - 1]++;
    return report;
  }

  @Test
  void reportsMayComeWhileTheLastOnesAreRead() throws Exception {
    int reports = 3_000;
    Thread server =
        new Thread(
            () -> {
              for (int number = 1; number <= reports; number++) {
                send(
                    number % 10 == 1
                        ? complete(number, active("a", number), idle("b", 7))
                        : partial(number, number - (number - 1) % 10, 1, active("a", number)));
              }
            });
    server.start();
    long shown = 0;
    while (shown < reports) {
      ReceivedReports received = inbox.reports();
      assertThat(received.problems()).isEmpty();
      UsageReport read = received.reports().get(RS);
      if (read != null) {
        assertThat(read.endMillis() / 1_000).isGreaterThanOrEqualTo(shown);
        shown = read.endMillis() / 1_000;
      }
    }
    server.join();
  }

  /**
   * Reports of a server that are lost, doubled, late, cut off and damaged: whatever the inbox then
   * shows is a report that the server made, in the order in which it made them.
   */
  @Test
  void whateverHappensToReportsTheInboxShowsWhatAServerReported() {
    Random random = new Random(11);
    for (int run = 0; run < 300; run++) {
      ReportInbox each = new ReportInbox();
      List<byte[]> underWay = new ArrayList<>();
      long completeNumber = 0;
      long shown = 0;
      for (long number = 1; number <= 60; number++) {
        boolean whole = number == 1 || random.nextInt(10) == 0;
        completeNumber = whole ? number : completeNumber;
        underWay.add(
            whole
                ? complete(number, active("a", number), idle("b", 1_000 * number))
                : partial(number, completeNumber, 1, active("a", number)));
        Collections.shuffle(underWay, random);
        while (!underWay.isEmpty() && random.nextBoolean()) {
          byte[] next = underWay.get(0);
          int fate = random.nextInt(8);
          byte[] sent = fate == 0 ? Arrays.copyOf(next, 18 + random.nextInt(9)) : next.clone();
          if (fate == 1) {
            sent[18 + random.nextInt(sent.length - 18)]++;
          }
          if (random.nextBoolean()) {
            each.sent(RS, sent, number);
          } else {
            each.written(RS, sent);
          }
          if (fate != 2) {
            underWay.remove(0);
          }
        }
        UsageReport read = each.reports().reports().get(RS);
        if (read != null) {
          long of = read.endMillis() / 1_000;
          assertThat(of).isBetween(shown, number);
          shown = of;
          assertThat(read.tenants().get(0).totalOperationsPerSecond()).isEqualTo(of);
          if (read.tenants().size() > 1) {
            assertThat(read.tenants().get(1).cacheBytes() / 1_000).isBetween(1L, of);
          }
        }
      }
    }
  }

  @Test
  void theNumberOfADamagedReportHidesNoLaterOne() {
    byte[] damaged = complete(1L << 60, active("a", 5));
    damaged[damaged.length - 1]++;
    inbox.written(RS, damaged);
    assertThat(inbox.reports().problems()).hasSize(1);
    inbox.written(RS, complete(5, active("a", 7)));
    assertThat(tenants()).containsExactly("a 7");
    send(damaged);
    send(complete(6, active("a", 8)));
    assertThat(tenants()).containsExactly("a 8");
  }
}
