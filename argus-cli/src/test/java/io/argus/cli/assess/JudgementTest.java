package io.argus.cli.assess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.argus.cli.assess.Judgement.Bottleneck;
import io.argus.cli.assess.Judgement.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JudgementTest {
  /** What sampling in whole milliseconds adds. */
  private static final double CUT = 0.5;

  private static ServerSketch server() {
    return new ServerSketch("rs1,16020,1");
  }

  private static Judgement of(ServerSketch... servers) {
    return Judgement.of(List.of(servers).stream().map(ServerSketch::observed).toList());
  }

  private static double gain(Judgement judgement, String tenant) {
    return judgement.tenants.stream()
        .filter(each -> each.tenant.equals(tenant))
        .findFirst()
        .orElseThrow()
        .gain;
  }

  /** 30 handlers, of which 50 clients of one tenant and 200 of another have 6 and 24. */
  private static ServerSketch fewAndManyClientsOnTheDisk() {
    return server()
        .gets("few", 120, 50 - CUT)
        .gets("many", 480, 50 - CUT)
        .queue(366)
        .disk(600, 48 - CUT);
  }

  @Test
  void onTheDiskTheTenantWithFewerClientsGetsHalfInsteadOfAFifth() {
    Judgement judgement = of(fewAndManyClientsOnTheDisk());
    assertThat(judgement.verdict).isEqualTo(Verdict.HELPS);
    assertThat(gain(judgement, "few")).isCloseTo(2.5, within(0.01));
    assertThat(gain(judgement, "many")).isCloseTo(0.625, within(0.01));
    assertThat(judgement.tenants.get(0).tenant).isEqualTo("few");
    assertThat(judgement.sentence())
        .isEqualTo(
            "Argus would help: the disk limits 1 of 1 region servers, and 1 of 2 tenants has much"
                + " less than an equal part.");
  }

  @Test
  void aTenantInCacheThatQueuesBehindReadsFromDiskGainsMost() {
    Judgement judgement =
        of(server().gets("cached", 150, 0).gets("random", 600, 49.5).queue(300).disk(600, 45));
    assertThat(judgement.verdict).isEqualTo(Verdict.HELPS);
    assertThat(gain(judgement, "cached")).isCloseTo(601, within(1e-6));
    assertThat(gain(judgement, "random")).isCloseTo(1, within(1e-9));
  }

  @Test
  void aTenantInCacheThatFindsAFreeHandlerGainsNothingFromABusyDisk() {
    Judgement judgement =
        of(server().gets("cached", 1_000, 0).gets("random", 600, 33).queue(0).disk(600, 33));
    assertThat(gain(judgement, "cached")).isCloseTo(1, within(1e-9));
    assertThat(judgement.verdict).isEqualTo(Verdict.EVEN);
  }

  @Test
  void theDiskIsDividedAlsoWhileHandlersAreFree() {
    Judgement judgement =
        of(server().gets("few", 120, 41.2).gets("many", 480, 41.2).queue(0).disk(600, 41.2));
    assertThat(judgement.bottlenecks).containsValue(Bottleneck.DISK);
    assertThat(gain(judgement, "few")).isCloseTo(2.5, within(0.01));
  }

  @Test
  void tenantsThatAreEqualAlreadyGainNothing() {
    ServerSketch server = server().queue(400).disk(600, 48);
    for (String tenant : List.of("a", "b", "c", "d", "e")) {
      server.gets(tenant, 120, 49);
    }
    Judgement judgement = of(server);
    assertThat(judgement.verdict).isEqualTo(Verdict.EVEN);
    assertThat(judgement.sentence()).contains("the disk limits 1 of 1", "no tenant has much less");
    assertThat(judgement.tenants)
        .hasSize(5)
        .allSatisfy(
            each -> {
              assertThat(each.gain).isCloseTo(1, within(1e-6));
            });
  }

  @Test
  void oneTenantAloneHasNobodyToBeProtectedFrom() {
    Judgement judgement =
        of(server().gets("a", 600, 49).gets("b", 0.5, 49).queue(400).disk(600, 48));
    assertThat(judgement.verdict).isEqualTo(Verdict.ONE_TENANT);
  }

  @Test
  void whereNothingWaitsThereIsNothingToDivide() {
    ServerSketch server = server().gets("a", 600, 1).gets("b", 20, 9).queue(1).disk(100, 9);
    assertThat(of(server.cpu(0.4)).verdict).isEqualTo(Verdict.NO_BOTTLENECK);
  }

  @Test
  void aFastDiskIsNoBottleneckHoweverManyReadsThereAre() {
    ServerSketch server = server().gets("a", 20_000, 1).gets("b", 2_000, 1).disk(20_000, 1);
    assertThat(of(server).verdict).isEqualTo(Verdict.NO_BOTTLENECK);
  }

  @Test
  void whatStopsAllTenantsArgusDoesNotDivide() {
    Judgement collector = of(fewAndManyClientsOnTheDisk().collector(0.2));
    assertThat(collector.verdict).isEqualTo(Verdict.OTHER_BOTTLENECK);
    assertThat(collector.sentence())
        .isEqualTo(
            "Argus would not help: the garbage collector limits 1 of 1 region servers, which Argus"
                + " does not divide.");
    ServerSketch writes = server().gets("a", 600, 9).gets("b", 60, 9).queue(50).blockedWrites(0.3);
    assertThat(of(writes).bottlenecks).containsValue(Bottleneck.FLUSHES);
    assertThat(of(writes).verdict).isEqualTo(Verdict.OTHER_BOTTLENECK);
  }

  @Test
  void withoutRequestsNothingCanBeSaid() {
    assertThat(of(server().gets("a", 0.2, 1)).verdict).isEqualTo(Verdict.IDLE);
    assertThat(of(server()).verdict).isEqualTo(Verdict.IDLE);
  }

  @Test
  void handlersAreTheLimitIfCallsQueueAndNeitherDiskNorCpuIsBusy() {
    Judgement judgement = of(server().gets("a", 20, 9).gets("b", 2_000, 9).queue(80).cpu(0.3));
    assertThat(judgement.bottlenecks).containsValue(Bottleneck.HANDLERS);
    assertThat(gain(judgement, "a")).isBetween(9.0, 9.5);
    assertThat(of(server().gets("a", 20, 9).gets("b", 2_000, 9).queue(80).cpu(0.9)).bottlenecks)
        .containsValue(Bottleneck.CPU);
  }

  @Test
  void aTenantThatIsHurtOnOneServerOfFourGainsAFourthOfThat() {
    Judgement judgement =
        of(
            fewAndManyClientsOnTheDisk(),
            new ServerSketch("rs2,16020,1").gets("few", 120, 1),
            new ServerSketch("rs3,16020,1").gets("few", 120, 1),
            new ServerSketch("rs4,16020,1").gets("few", 120, 1));
    assertThat(gain(judgement, "few")).isCloseTo(1 + 1.5 / 4, within(0.01));
    assertThat(judgement.helps()).isFalse();
    assertThat(judgement.sentence()).contains("the disk limits 1 of 4 region servers");
  }

  @Test
  void whatOneCannotUseOthersShare() {
    assertThat(Judgement.equalParts(Map.of("a", 0.1, "b", 1.0, "c", 1.0)))
        .containsOnly(entry("a", 0.1), entry("b", 0.45), entry("c", 0.45));
    assertThat(Judgement.equalParts(Map.of())).isEmpty();
  }
}
