package io.argus.regionserver.runaway;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.UsageReport.Runaway;
import io.argus.regionserver.runaway.RunawayWatch.Costs;
import io.argus.regionserver.runaway.RunawayWatch.OfThread;
import io.argus.regionserver.runaway.RunawayWatch.Subject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunawayWatchTest {
  private static final TenantId SHOP = TenantId.of("shop");
  private static final long MILLI = 1_000_000;

  private final List<TenantId> counted = new ArrayList<>();
  private final RunawayWatch watch = new RunawayWatch(rule -> "carol", counted::add);
  private final OfThread thread = new OfThread();

  private void rules(String text) {
    watch.rulesAre(RunawayRules.parse(text));
  }

  private void begin(RequestKind kind) {
    begin(kind, "etl");
  }

  private void begin(RequestKind kind, String user) {
    thread.begin(subject(kind, user));
  }

  private Subject subject(RequestKind kind, String user) {
    return watch.subject(SHOP, kind, user, () -> "10.0.0.1", () -> "shop:orders");
  }

  private int look(int rows) {
    int checks = 0;
    for (int i = 0; i < rows; i++) {
      if (thread.row()) {
        thread.check(0, 0, 0);
        checks++;
      }
    }
    return checks;
  }

  private List<String> done() {
    return watch.hits().stream().map(Runaway::done).toList();
  }

  @Test
  void withoutRuleNothingIsWatched() {
    begin(RequestKind.SCAN);
    assertThat(thread.isOn()).isFalse();
    look(1000);
    thread.opens("F");
    assertThat(thread.costs()).isNull();
    assertThat(thread.check(MILLI, MILLI, 1)).isFalse();
    thread.end(MILLI, MILLI, 1);
    assertThat(watch.hits()).isEmpty();
    rules("other rows:1=stop");
    begin(RequestKind.SCAN);
    assertThat(thread.isOn()).isFalse();
  }

  @Test
  void dryRunOnlyLists() {
    rules("shop kind:scan rows:10=dry-run");
    begin(RequestKind.SCAN);
    thread.opens("MyFilter");
    look(10);
    assertThat(watch.hits()).as("at the limit").isEmpty();
    look(1);
    assertThat(watch.hits())
        .singleElement()
        .satisfies(
            hit -> {
              assertThat(hit.tenant()).isEqualTo("shop");
              assertThat(hit.rule()).isEqualTo("shop kind:scan rows:10=dry-run");
              assertThat(hit.done()).isEqualTo(Runaway.LISTED);
              assertThat(hit.kind()).isEqualTo("scan");
              assertThat(hit.user()).isEqualTo("etl");
              assertThat(hit.host()).isEqualTo("10.0.0.1");
              assertThat(hit.table()).isEqualTo("shop:orders");
              assertThat(hit.filter()).isEqualTo("MyFilter");
              assertThat(hit.rows()).isEqualTo(11);
              assertThat(hit.times()).isEqualTo(1);
            });
    look(10_000);
    thread.end(0, 0, 0);
    assertThat(watch.hits()).as("once").singleElement().extracting(Runaway::times).isEqualTo(1L);
    assertThat(counted).containsExactly(SHOP);
    assertThat(thread.stop()).isNull();
  }

  @Test
  void aScannersCostsAreSummedUpOverItsCalls() {
    rules("shop bytes:100=dry-run,shop handler-ms:10=cool-down,shop cpu-ms:5=dry-run");
    begin(RequestKind.SCAN);
    thread.opens("");
    Costs scanner = thread.costs();
    assertThat(thread.check(4 * MILLI, MILLI, 30)).isFalse();
    thread.end(4 * MILLI, MILLI, 50);
    assertThat(watch.hits()).isEmpty();

    begin(RequestKind.SCAN);
    thread.goesOn(scanner);
    assertThat(thread.check(5 * MILLI, MILLI, 50)).as("exactly 100 bytes").isFalse();
    assertThat(watch.hits()).isEmpty();
    assertThat(thread.check(5 * MILLI, MILLI, 51)).isFalse();
    assertThat(watch.hits())
        .singleElement()
        .satisfies(
            hit -> {
              assertThat(hit.done()).isEqualTo(Runaway.LISTED);
              assertThat(hit.bytes()).isEqualTo(101);
              assertThat(hit.handlerMillis()).isEqualTo(9);
              assertThat(hit.cpuMillis()).isEqualTo(2);
            });
    thread.end(5 * MILLI, MILLI, 51);

    begin(RequestKind.SCAN);
    thread.goesOn(scanner);
    assertThat(scanner.isCool()).isFalse();
    assertThat(thread.check(2 * MILLI, MILLI, 0)).as("cooled down").isTrue();
    assertThat(scanner.isCool()).isTrue();
    assertThat(thread.check(3 * MILLI, 4 * MILLI, 0)).as("once").isFalse();
    assertThat(watch.hits()).hasSize(3);
    thread.end(3 * MILLI, 4 * MILLI, 0);

    begin(RequestKind.SCAN);
    thread.goesOn(scanner);
    assertThat(thread.check(0, 0, 0)).as("also the scanner's next call").isTrue();
    assertThat(watch.hits()).hasSize(3);
  }

  @Test
  void anotherScannerHasCostsOfItsOwn() {
    rules("shop rows:10=stop");
    for (int i = 0; i < 5; i++) {
      begin(RequestKind.SCAN);
      thread.opens("");
      look(10);
      thread.end(0, 0, 0);
    }
    assertThat(watch.hits()).isEmpty();
  }

  @Test
  void aScanIsStoppedAndItsClientLearnsWhyAndByWhom() {
    rules("shop rows:10=stop");
    begin(RequestKind.SCAN);
    thread.opens("");
    look(11);
    assertThat(thread.stop())
        .contains("used 11 rows", "'shop rows:10=stop' allows 10", "set by carol", "argus tenant");
    assertThat(done()).containsExactly(Runaway.STOPPED);
  }

  @Test
  void aLimitThatWasPassedAtTheEndOfACallStopsTheNextOne() {
    rules("shop handler-ms:10=stop");
    begin(RequestKind.SCAN);
    thread.opens("");
    Costs scanner = thread.costs();
    thread.end(20 * MILLI, 0, 0);
    assertThat(watch.hits()).as("perhaps there is no further call").isEmpty();
    begin(RequestKind.SCAN);
    thread.goesOn(scanner);
    thread.check(0, 0, 0);
    assertThat(thread.stop()).contains("used 20 ms in a handler");
  }

  @Test
  void whatMayWriteIsCooledDownInstead() {
    rules("shop cpu-ms:1=stop");
    for (RequestKind kind : List.of(RequestKind.WRITE, RequestKind.MULTI, RequestKind.OTHER)) {
      begin(kind);
      assertThat(thread.check(0, 2 * MILLI, 0)).as(kind.name()).isTrue();
      assertThat(thread.stop()).isNull();
      thread.end(0, 2 * MILLI, 0);
    }
    begin(RequestKind.SCAN);
    thread.writes();
    assertThat(thread.check(0, 2 * MILLI, 0)).as("a scan that writes, as Phoenix's do").isTrue();
    assertThat(thread.stop()).isNull();
    assertThat(done()).containsOnly(Runaway.COOLED_DOWN).hasSize(4);
  }

  @Test
  void aScanThatBeginsToWriteIsNotStoppedAnyMore() {
    rules("shop cpu-ms:1=stop");
    begin(RequestKind.SCAN);
    thread.check(0, 2 * MILLI, 0);
    assertThat(thread.stop()).isNotNull();
    thread.writes();
    assertThat(thread.stop()).isNull();
  }

  @Test
  void aGetThatHasEndedIsListedWhateverTheRule() {
    rules("shop kind:get bytes:10=stop,shop kind:get bytes:11=cool-down");
    begin(RequestKind.GET);
    thread.end(0, 0, 20);
    assertThat(done()).containsExactly(Runaway.LISTED, Runaway.LISTED);
  }

  @Test
  void rowsAreCheckedAtTheLimitAndTimesNowAndThen() {
    rules("shop rows:1000=dry-run");
    begin(RequestKind.SCAN);
    assertThat(look(1000)).as("every 256 rows").isEqualTo(3);
    assertThat(thread.row()).as("the row above the limit").isTrue();
  }

  @Test
  void requestsThatAreAlikeAreOneHitAndTheirNumberIsBounded() {
    rules("shop rows:1=dry-run");
    for (int i = 0; i < 1000; i++) {
      begin(RequestKind.SCAN, "user" + i);
      look(2);
      thread.end(0, 0, 0);
    }
    assertThat(watch.hits()).hasSize(Hits.MAX);
    assertThat(watch.hits().get(0).user()).isEqualTo("user999");
    for (int i = 0; i < 7; i++) {
      begin(RequestKind.SCAN, "user990");
      look(2);
      thread.end(0, 0, 0);
    }
    assertThat(watch.hits()).hasSize(Hits.MAX);
    assertThat(watch.hits().get(0).user()).isEqualTo("user990");
    assertThat(watch.hits().get(0).times()).isEqualTo(8);
    assertThat(counted).hasSize(1007);
  }

  @Test
  void aNameOfTenThousandCharactersIsShortened() {
    rules("shop rows:1=dry-run");
    begin(RequestKind.SCAN, "x".repeat(10_000));
    look(2);
    assertThat(watch.hits().get(0).user()).hasSizeLessThan(300);
    assertThat(watch.hits().get(0).isSound()).isTrue();
  }

  @Test
  void rulesThatMatchNobodyAreKnown() {
    rules("shop rows:1=dry-run,other rows:1=stop");
    assertThat(watch.idleRules()).hasSize(2);
    begin(RequestKind.GET);
    assertThat(watch.idleRules()).containsExactly("other rows:1=stop");
    rules("shop rows:1=dry-run,other rows:1=stop,shop user:bob rows:1=dry-run");
    assertThat(watch.idleRules())
        .containsExactly("other rows:1=stop", "shop user:bob rows:1=dry-run");
  }
}
