package io.argus.regionserver.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.PlannerSign;
import io.argus.core.documents.ReportCodec;
import io.argus.core.documents.WireFormat;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportDeliveryTest {
  private long nowMillis = 1_000;
  private final ReportDelivery delivery =
      new ReportDelivery(() -> TimeUnit.MILLISECONDS.toNanos(nowMillis));
  private final List<byte[]> written = new ArrayList<>();
  private final List<byte[]> called = new ArrayList<>();
  private final Queue<Runnable> thread = new ArrayDeque<>();
  private final List<Exception> failures = new ArrayList<>();
  private final Written documents = new Written();
  private boolean masterAnswers = true;
  private boolean zooKeeperAnswers = true;

  /** Notes what is written. */
  private final class Written implements ClusterDocuments {
    @Override
    public void writeEphemeral(String name, byte[] data) throws IOException {
      if (!zooKeeperAnswers) {
        throw new IOException("ZooKeeper is away");
      }
      assertThat(name).isEqualTo("usage/rs");
      written.add(data);
    }

    @Override
    public void watch(String name, Consumer<byte @Nullable []> listener) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public byte @Nullable [] read(String name) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public void write(String name, byte[] data) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public void delete(String name) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public List<String> children(String name) {
      throw new UnsupportedOperationException(name);
    }
  }

  private static byte[] sign(long writtenMillis) {
    return new PlannerSign(writtenMillis, 2_000, 6_000, 20_000).toJson();
  }

  private byte[] report(String server, byte[] report) throws IOException {
    if (!masterAnswers) {
      throw new IOException("no permission");
    }
    called.add(report);
    return sign(nowMillis);
  }

  private void callMaster() {
    delivery.call(this::report, thread::add);
  }

  private static UsageReport report() {
    return new UsageReport(
        "rs",
        1,
        2,
        1,
        1,
        1,
        List.of(),
        List.of(
            TenantUsage.builder(TenantId.of("a")).operations(RequestKind.GET, 5).build(),
            TenantUsage.builder(TenantId.of("b")).cache(100, 200, 0, 0).build()));
  }

  private void deliver() throws IOException {
    delivery.deliver(documents, report(), false, failures::add);
    nowMillis += 2_000;
  }

  private void run() {
    while (!thread.isEmpty()) {
      thread.remove().run();
    }
  }

  private static NumberedReport last(List<byte[]> reports) {
    return WireFormat.readNumberedReport(reports.get(reports.size() - 1));
  }

  @Test
  void whileNoMasterGivesASignCompleteReportsGoIntoZooKeeper() throws IOException {
    callMaster();
    deliver();
    deliver();
    assertThat(called).isEmpty();
    assertThat(thread).isEmpty();
    assertThat(written)
        .hasSize(2)
        .allMatch(ReportCodec::isCompact)
        .allMatch(report -> WireFormat.readNumberedReport(report).isComplete());
    assertThat(last(written).report().tenants()).hasSize(2);
    delivery.received(sign(1));
    deliver();
    run();
    assertThat(called).hasSize(1);
    nowMillis += 61_000;
    deliver();
    run();
    assertThat(called).as("while the master is silent").hasSize(1);
    assertThat(last(written).number()).isEqualTo(4);
    assertThat(last(written).isComplete()).isTrue();
  }

  @Test
  void reportsGoToTheMasterAndCopiesIntoZooKeeperNowAndThen() throws IOException {
    callMaster();
    for (int i = 0; i < 20; i++) {
      delivery.received(sign(nowMillis));
      deliver();
      run();
    }
    assertThat(called).hasSize(20);
    assertThat(written).as("every 20 s").hasSize(2).allMatch(ReportCodec::isCompact);
    assertThat(written).allMatch(copy -> WireFormat.readNumberedReport(copy).isComplete());
    delivery.deliver(documents, report(), true, failures::add);
    assertThat(written).as("for a tool that waits").hasSize(3);
  }

  @Test
  void idleTenantsAreLeftOutBetweenCompleteReports() throws IOException {
    callMaster();
    for (int i = 0; i < 31; i++) {
      delivery.received(sign(nowMillis));
      deliver();
      run();
    }
    List<Integer> sizes =
        called.stream()
            .map(WireFormat::readNumberedReport)
            .map(report -> report.leftOut() + 10 * report.report().tenants().size())
            .toList();
    assertThat(sizes).hasSize(31);
    for (int i = 0; i < 31; i++) {
      assertThat(sizes.get(i)).as("report %s", i).isEqualTo(i % 15 == 0 ? 20 : 11);
    }
  }

  @Test
  void whereTheMasterTakesNoneTheyGoIntoZooKeeperAndLaterToTheMasterAgain() throws IOException {
    callMaster();
    delivery.received(sign(nowMillis));
    deliver();
    run();
    assertThat(delivery.periodMillis(2_000)).isEqualTo(2_000);
    masterAnswers = false;
    written.clear();
    deliver();
    run();
    assertThat(last(written).isComplete()).as("the one that the master did not take").isTrue();
    assertThat(last(written).number()).isEqualTo(2);
    assertThat(delivery.periodMillis(2_000)).isEqualTo(6_000);
    deliver();
    assertThat(thread).isEmpty();
    assertThat(last(written).number()).isEqualTo(3);
    masterAnswers = true;
    deliver();
    deliver();
    deliver();
    run();
    assertThat(last(called).number()).as("after 5 s").isEqualTo(6);
    assertThat(last(called).isComplete()).as("the first in its way").isTrue();
    assertThat(delivery.periodMillis(2_000)).isEqualTo(2_000);
    assertThat(failures).isEmpty();
  }

  @Test
  void aCallThatHangsBlocksNobody() throws IOException {
    callMaster();
    delivery.received(sign(nowMillis));
    for (int i = 0; i < 10; i++) {
      deliver();
    }
    assertThat(thread).as("one at a time").hasSize(1);
    assertThat(last(written).number()).as("after 10 s").isEqualTo(10);
    run();
    assertThat(called).as("of those behind it only the last").hasSize(1);
    assertThat(last(called).number()).isEqualTo(6);
  }

  @Test
  void aReportThatCanGoNeitherWayIsSaidToHaveFailed() throws IOException {
    callMaster();
    delivery.received(sign(nowMillis));
    deliver();
    run();
    masterAnswers = false;
    zooKeeperAnswers = false;
    deliver();
    run();
    assertThat(failures)
        .singleElement()
        .extracting(Exception::getMessage)
        .isEqualTo("ZooKeeper is away");
    assertThatThrownBy(this::deliver).isInstanceOf(IOException.class);
  }

  @Test
  void aSignThatCannotBeReadOrIsDoubledChangesNothing() {
    delivery.received(sign(1));
    nowMillis += 50_000;
    delivery.received(sign(1));
    delivery.received(new byte[] {'x'});
    delivery.received(new byte[0]);
    nowMillis += 11_000;
    assertThat(delivery.periodMillis(2_000)).isEqualTo(2_000);
  }
}
