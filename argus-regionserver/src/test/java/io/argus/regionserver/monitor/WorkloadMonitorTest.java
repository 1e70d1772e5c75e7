package io.argus.regionserver.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WorkloadMonitorTest {
  private static final TenantId A = TenantId.of("a");
  private static final TenantId B = TenantId.of("b");
  private static final long MILLI = 1_000_000;

  private record Ended(
      TenantId tenant,
      RequestKind kind,
      boolean answered,
      long queueWaitNanos,
      long hdfsWaitNanos,
      long hdfsReadNanos,
      long handlerNanos,
      int reads,
      long hdfsReadBytes,
      long receivedBytes,
      long sentBytes,
      Counted counted,
      long capWaitNanos)
      implements RequestUsage {
    Ended(
        TenantId tenant,
        RequestKind kind,
        boolean answered,
        long queueWaitNanos,
        long hdfsWaitNanos,
        long hdfsReadNanos,
        long handlerNanos,
        int reads,
        long hdfsReadBytes,
        long receivedBytes,
        long sentBytes) {
      this(
          tenant,
          kind,
          answered,
          queueWaitNanos,
          hdfsWaitNanos,
          hdfsReadNanos,
          handlerNanos,
          reads,
          hdfsReadBytes,
          receivedBytes,
          sentBytes,
          new Counted(),
          0);
    }
  }

  private final WorkloadMonitor monitor = new WorkloadMonitor();

  private void record(
      TenantId tenant,
      RequestKind kind,
      int operations,
      long queueWaitNanos,
      long hdfsWaitNanos,
      long hdfsReadNanos,
      long handlerNanos,
      long hdfsReadBytes) {
    monitor.record(
        new Ended(
            tenant,
            kind,
            operations > 0,
            queueWaitNanos,
            hdfsWaitNanos,
            hdfsReadNanos,
            handlerNanos,
            0,
            hdfsReadBytes,
            0,
            0),
        operations,
        WorkloadMonitor.NO_KEY);
  }

  private void recordKey(TenantId tenant, long keyHash) {
    monitor.record(new Ended(tenant, RequestKind.GET, true, 0, 0, 0, 0, 0, 0, 0, 0), 0, keyHash);
  }

  private TenantUsage drained(TenantId tenant, double seconds) {
    return monitor.drain(seconds).get(tenant).build();
  }

  @Test
  void countsPerSecondOfTheWindow() {
    for (int i = 0; i < 100; i++) {
      record(A, RequestKind.GET, 1, 0, 0, 0, 2 * MILLI, 0);
      record(A, RequestKind.MULTI, 10, 0, 0, 0, 3 * MILLI, 65_536);
    }
    monitor.hdfsWritten(A, 1_000);
    record(A, RequestKind.OTHER, 0, 0, 0, 0, 0, 400);
    TenantUsage usage = drained(A, 2);
    assertThat(usage.operationsPerSecond())
        .containsEntry(RequestKind.GET, 50.0)
        .containsEntry(RequestKind.MULTI, 500.0)
        .doesNotContainKey(RequestKind.SCAN);
    assertThat(usage.hdfsReadBytesPerSecond()).isEqualTo(50 * 65_536 + 200);
    assertThat(usage.hdfsWrittenBytesPerSecond()).isEqualTo(500);
    assertThat(usage.handlerFraction()).isEqualTo(0.25, within(1e-9));
    assertThat(drained(A, 2).totalOperationsPerSecond()).isZero();
  }

  @Test
  void percentilesAreOfTheWindowToTwoDigits() {
    for (int i = 1; i <= 100; i++) {
      record(A, RequestKind.GET, 1, i * MILLI, 0, MILLI, 9 * MILLI, 0);
    }
    record(B, RequestKind.SCAN, 1, 0, 5 * MILLI, 0, 0, 0);
    TenantUsage a = monitor.drain(1).get(A).build();
    assertThat(a.queueWait().p50Nanos()).isCloseTo(50 * MILLI, Percentage.withPercentage(1));
    assertThat(a.queueWait().p95Nanos()).isCloseTo(95 * MILLI, Percentage.withPercentage(1));
    assertThat(a.queueWait().p99Nanos()).isCloseTo(99 * MILLI, Percentage.withPercentage(1));
    assertThat(a.service().p50Nanos()).isCloseTo(10 * MILLI, Percentage.withPercentage(1));
    assertThat(a.hdfsWait().p99Nanos()).isZero();
    record(A, RequestKind.GET, 1, 7 * MILLI, 3 * MILLI, 0, 0, 0);
    TenantUsage next = monitor.drain(1).get(A).build();
    assertThat(next.queueWait().p50Nanos()).isCloseTo(7 * MILLI, Percentage.withPercentage(1));
    assertThat(next.hdfsWait().p50Nanos()).isCloseTo(3 * MILLI, Percentage.withPercentage(1));
    assertThat(drained(A, 1).queueWait().p50Nanos()).isZero();
  }

  @Test
  void responseTimesAddUpOverWindowsAndKinds() {
    for (int i = 0; i < 10; i++) {
      record(A, RequestKind.GET, 1, 0, 0, 0, 3 * MILLI, 0);
    }
    monitor.drain(1);
    record(A, RequestKind.SCAN, 1, 20 * MILLI, 0, 0, 20 * MILLI, 0);
    record(A, RequestKind.GET, 1, 8_000 * MILLI, 0, 0, 0, 0);
    monitor.drain(1);
    WorkloadMonitor.ResponseTimes times = monitor.responseTimes().get(A);
    List<Double> bounds = WorkloadMonitor.ResponseTimes.BOUNDS_SECONDS;
    assertThat(times.count()).isEqualTo(12);
    assertThat(times.atMost(bounds.indexOf(0.0025))).isZero();
    assertThat(times.atMost(bounds.indexOf(0.005))).isEqualTo(10);
    assertThat(times.atMost(bounds.indexOf(0.05))).isEqualTo(11);
    assertThat(times.atMost(bounds.indexOf(5.0))).isEqualTo(11);
    assertThat(times.totalSeconds()).isCloseTo(8.07, within(0.1));
  }

  @Test
  void timeIsDividedAmongQueueHdfsAndHandler() {
    for (int i = 0; i < 100; i++) {
      record(A, RequestKind.GET, 1, 40 * MILLI, 30 * MILLI, 20 * MILLI, 10 * MILLI, 1);
    }
    record(A, RequestKind.GET, 1, 0, 0, 0, 0, 0);
    TenantUsage usage = drained(A, 2);
    assertThat(usage.queueWaitFraction()).isEqualTo(2, within(0.02));
    assertThat(usage.hdfsWaitFraction()).isEqualTo(1.5, within(0.02));
    assertThat(usage.hdfsReadFraction()).isEqualTo(1, within(0.05));
    assertThat(usage.handlerFraction()).isEqualTo(0.5, within(1e-9));
    assertThat(drained(A, 2).queueWaitFraction()).isZero();
  }

  @Test
  void whatWasNotAnsweredIsNoOperationButUsedTimeAndBytes() {
    record(A, RequestKind.GET, 1, 0, 0, 0, 10 * MILLI, 0);
    for (int i = 0; i < 9; i++) {
      record(A, RequestKind.GET, 0, 500 * MILLI, 0, 100 * MILLI, 0, 1_000);
    }
    TenantUsage usage = drained(A, 1);
    assertThat(usage.totalOperationsPerSecond()).isEqualTo(1);
    assertThat(usage.service().p99Nanos()).isCloseTo(10 * MILLI, Percentage.withPercentage(1));
    assertThat(usage.hdfsReadBytesPerSecond()).isEqualTo(9_000);
    assertThat(usage.hdfsReadFraction()).isEqualTo(0.9, within(1e-9));
    assertThat(usage.queueWaitFraction()).isEqualTo(4.5, within(0.05));
  }

  @Test
  void whatALongRequestUsesCountsInTheWindowInWhichItUsesIt() {
    RequestUsage.Counted counted = new RequestUsage.Counted();
    monitor.recordSoFar(soFar(false, 300, 400, 100, 20, counted));
    TenantUsage.Builder window = monitor.drain(1).get(A);
    assertThat(window.counted().get(UsageCounter.HDFS_READS)).isEqualTo(20);
    TenantUsage first = window.build();
    assertThat(first.totalOperationsPerSecond()).isZero();
    assertThat(first.hdfsReadBytesPerSecond()).isEqualTo(20 * 65_536);
    assertThat(first.hdfsWaitFraction()).isEqualTo(0.3, within(1e-9));
    assertThat(first.hdfsReadFraction()).isEqualTo(0.4, within(1e-9));
    assertThat(first.handlerFraction()).isEqualTo(0.1, within(1e-9));
    monitor.record(soFar(true, 500, 900, 150, 30, counted), 1, WorkloadMonitor.NO_KEY);
    window = monitor.drain(1).get(A);
    assertThat(window.counted().get(UsageCounter.HDFS_READS)).isEqualTo(10);
    TenantUsage last = window.build();
    assertThat(last.totalOperationsPerSecond()).isEqualTo(1);
    assertThat(last.hdfsReadBytesPerSecond()).isEqualTo(10 * 65_536);
    assertThat(last.hdfsWaitFraction()).isEqualTo(0.2, within(1e-9));
    assertThat(last.hdfsReadFraction()).isEqualTo(0.5, within(1e-9));
    assertThat(last.handlerFraction()).isEqualTo(0.05, within(1e-9));
    assertThat(last.service().p50Nanos()).isCloseTo(1550 * MILLI, Percentage.withPercentage(1));
    assertThat(last.hdfsWait().p50Nanos()).isCloseTo(500 * MILLI, Percentage.withPercentage(1));
  }

  private static RequestUsage soFar(
      boolean answered,
      long waitMillis,
      long readMillis,
      long handlerMillis,
      int reads,
      RequestUsage.Counted counted) {
    return new Ended(
        A,
        RequestKind.MULTI,
        answered,
        0,
        waitMillis * MILLI,
        readMillis * MILLI,
        handlerMillis * MILLI,
        reads,
        reads * 65_536L,
        0,
        0,
        counted,
        0);
  }

  @Test
  void waitingForACapIsNoWaitForAHandlerButPartOfTheResponseTime() {
    RequestUsage.Counted counted = new RequestUsage.Counted();
    RequestUsage capped =
        new Ended(
            A,
            RequestKind.GET,
            true,
            20 * MILLI,
            0,
            0,
            10 * MILLI,
            0,
            0,
            100,
            400,
            counted,
            500 * MILLI);
    monitor.record(capped, 1, WorkloadMonitor.NO_KEY);
    TenantUsage usage = drained(A, 2);

    assertThat(usage.get(Figure.CAP_WAIT)).isEqualTo(0.25, within(1e-9));
    assertThat(usage.queueWaitFraction()).isEqualTo(0.01, within(1e-3));
    assertThat(usage.get(Figure.RESPONSE_P99))
        .isCloseTo(530.0 * MILLI, Percentage.withPercentage(2));
    assertThat(usage.get(Figure.CLIENT_BYTES)).isEqualTo(250);
    assertThat(drained(A, 1).get(Figure.CAP_WAIT)).isZero();
  }

  @Test
  void whatMovedCountsAndTheKeyOnlyOfWhatWasAnswered() {
    monitor.record(new Ended(A, RequestKind.GET, false, 0, 0, 0, 0, 3, 0, 100, 0), 1, 7);
    monitor.record(new Ended(A, RequestKind.GET, true, 0, 0, 0, 0, 2, 0, 100, 40), 1, 8);
    monitor.record(new Ended(A, RequestKind.GET, true, 0, 0, 0, 0, 0, 0, 100, 40), 1, 7);
    UsageCounters counted = monitor.drain(1).get(A).counted();
    assertThat(counted.get(UsageCounter.RECEIVED_BYTES)).isEqualTo(300);
    assertThat(counted.get(UsageCounter.SENT_BYTES)).isEqualTo(80);
    assertThat(counted.get(UsageCounter.HDFS_READS)).isEqualTo(5);
    assertThat(drained(A, 1).keyRepeatRatio()).isZero();
  }

  @Test
  void oddDurationsDoNoHarm() {
    record(A, RequestKind.GET, 1, -5, -5, -5, Long.MAX_VALUE / 4, -1);
    assertThat(drained(A, 1).service().p50Nanos())
        .isCloseTo(60_000 * MILLI, Percentage.withPercentage(1));
    assertThatIllegalArgumentException().isThrownBy(() -> monitor.drain(0));
  }

  @Test
  void keyRepeatRatioOutlastsTheReportWindow() {
    recordKey(A, "user1".hashCode());
    recordKey(A, "xuser2".hashCode());
    assertThat(drained(A, 1).keyRepeatRatio()).isZero();
    recordKey(A, "user1".hashCode());
    assertThat(drained(A, 1).keyRepeatRatio()).isEqualTo(0.5);
    assertThat(drained(A, 1).keyRepeatRatio()).isEqualTo(0.5);
  }

  @Test
  void vanishedTenantIsForgotten() {
    record(A, RequestKind.GET, 1, 0, 0, 0, 0, 0);
    record(B, RequestKind.GET, 1, 0, 0, 0, 0, 0);
    monitor.drain(1);
    for (int i = 0; i < 60; i++) {
      record(B, RequestKind.GET, 1, 0, 0, 0, 0, 0);
      monitor.drain(10);
    }
    assertThat(monitor.drain(10)).containsOnlyKeys(B);
  }

  @Test
  @Timeout(30)
  void nothingIsLostBetweenWindows() throws Exception {
    int threads = 4;
    int requests = 50_000;
    double seconds = 1.0 / 1024; // Short, lest a tenant whose threads are not run be forgotten.
    List<Thread> recording = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < requests; i++) {
                  record(A, RequestKind.GET, 1, i, i % 3, 0, 1, 2);
                  recordKey(A, i);
                }
              });
      thread.start();
      recording.add(thread);
    }
    double operations = 0;
    double bytes = 0;
    boolean running = true;
    while (running) {
      running = recording.stream().anyMatch(Thread::isAlive);
      TenantUsage.Builder builder = monitor.drain(seconds).get(A);
      if (builder != null) {
        operations += seconds * builder.build().totalOperationsPerSecond();
        bytes += seconds * builder.build().hdfsReadBytesPerSecond();
      }
    }
    assertThat(operations).isEqualTo(threads * requests);
    assertThat(bytes).isEqualTo(2.0 * threads * requests);
  }
}
