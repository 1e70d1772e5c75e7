package io.argus.experiments.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.bench.run.MixPreparation;
import io.argus.bench.run.SystemUnderTest;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.rivals.shares.EqualShares;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ComparedSystemsTest {

  /** No system is started, so there are no clients. */
  private static SystemUnderTest named(String name, String... options) throws IOException {
    EmbeddedOptions embedded = CommandLine.populateCommand(new EmbeddedOptions(), options);
    return new ComparedSystems(embedded, null).named(List.of(name), List.of()).get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acache", "wfq", "drr-paper", "argus-paper"})
  void aSystemOfAPaperIsRefusedWhereItCannotBeLoaded(String name) throws IOException {
    for (String release : List.of("2.4", "0.94")) {
      assertThatThrownBy(() -> named(name, "--hbase", release))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("system is " + name + "; choose of stock, ")
          .hasMessageEndingWith(" for HBase " + release);
    }
    assertThat(named(name, "--hbase", "2.5").plugin().site())
        .containsEntry("argus.rivals.policy", name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acache", "argus-paper"})
  void whoDividesHBasesLruCacheIsRefusedWhereBlocksAreElsewhere(String name) {
    assertThatThrownBy(() -> named(name, "--block-cache", "offheap"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("block cache is offheap; " + name);
  }

  @Test
  void argusOfThePaperHasTheSchedulerAndTheCacheAndIsToldWhatTenantsDoAlone() throws IOException {
    SystemUnderTest whole = named("argus-paper", "--disk-reads", "100");
    Map<String, String> site = whole.plugin().site();

    assertThat(site)
        .containsEntry(
            "hbase.region.server.rpc.scheduler.factory.class",
            "io.argus.rivals.RivalRpcSchedulerFactory")
        .containsEntry(
            "hbase.coprocessor.regionserver.classes",
            "io.argus.rivals.RivalRegionServerCoprocessor")
        .containsEntry("argus.rivals.credits", Long.toString(190 * 65_536L));
    assertThat(whole.preparation()).isNotEqualTo(MixPreparation.NONE);
  }

  @Test
  void whatAGoodOperatorSetsTodayIsTinyLfuAndCallQueuesTogether() throws IOException {
    Map<String, String> both = named("tinylfu+callqueues").plugin().site();

    assertThat(both).containsAllEntriesOf(named("tinylfu").plugin().site());
    assertThat(both).containsAllEntriesOf(named("callqueues").plugin().site());
  }

  @Test
  void aPropertyOfTheCommandLineWinsOverThoseOfASystem() throws IOException {
    String key = "hbase.ipc.server.callqueue.type";

    assertThat(named("tuned").plugin().site()).containsEntry(key, "codel");
    assertThat(named("tuned", "--conf", key + "=fifo").plugin().site()).containsEntry(key, "fifo");
  }

  @ParameterizedTest
  @CsvSource({
    "stock, true",
    "tuned, true",
    "handler-time, true",
    "quota, false",
    "byte-throttle, false",
    "wfq, true",
    "drr-paper, true",
    "argus-paper, false"
  })
  void whereNobodyRunsAloneOnlySystemsThatNeedNotKnowItRun(String name, boolean runs)
      throws IOException {
    ComparedSystems known =
        new ComparedSystems(CommandLine.populateCommand(new EmbeddedOptions()), null);
    if (runs) {
      assertThat(known.withoutIsolatedThroughputs(List.of(name)))
          .extracting(SystemUnderTest::name)
          .containsExactly(name);
    } else {
      assertThatThrownBy(() -> known.withoutIsolatedThroughputs(List.of("stock", name)))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("system is " + name + ", which is set by what each tenant");
    }
  }

  @Test
  void argusWithSharesOrRegionsThatAreSetForAMixNeedsTheMix() {
    assertThat(new AdvisedPlacement("argus+placement").needsIsolatedThroughputs()).isTrue();
    assertThat(new PolicyShares("equal-shares", new EqualShares(), 1).needsIsolatedThroughputs())
        .isTrue();
  }

  @Test
  void theQuotaOfHandlerTimeIsThereForTheOnlyReleaseThatHasIt() throws IOException {
    assertThat(named("handler-time").plugin().site()).containsEntry("hbase.quota.enabled", "true");
    for (String release : List.of("2.4", "2.5", "0.94")) {
      assertThatThrownBy(() -> named("handler-time", "--hbase", release))
          .hasMessageStartingWith("system is handler-time; choose of stock, ")
          .hasMessageEndingWith(" for HBase " + release);
    }
  }
}
