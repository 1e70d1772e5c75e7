package io.argus.regionserver.handler;

import static io.argus.regionserver.handler.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A long request that lets others go first between its pieces. */
@Timeout(30)
class ScanPauseTest {
  private static final TenantId SCANNER = TenantId.of("scanner");
  private static final TenantId GETTER = TenantId.of("getter");
  private static final long PIECE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  private final Queue<String> events = new ConcurrentLinkedQueue<>();
  private final ConcurrentMap<TenantId, Long> waited = new ConcurrentHashMap<>();
  private final AtomicInteger finished = new AtomicInteger();
  private LongSupplier nanoClock = System::nanoTime;
  private TenantScheduler<Runnable> scheduler;

  private void start(String... keysAndValues) {
    scheduler =
        new TenantScheduler<>(
            ClosedLoop.settings(keysAndValues),
            1,
            () -> 0,
            new RequestRunner<>() {
              @Override
              public void run(Runnable request) {
                request.run();
              }

              @Override
              public void drop(Runnable request) {}
            },
            (record, request) -> {
              waited.put(record.tenant(), record.queueWaitNanos());
              finished.incrementAndGet();
            },
            nanoClock);
    scheduler.start("test");
  }

  @AfterEach
  void stop() {
    scheduler.stop();
  }

  private static void work(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private void scan(int pieces) {
    for (int i = 0; i < pieces; i++) {
      work(PIECE_NANOS);
      scheduler.yieldBetweenRows();
    }
    events.add("scan");
  }

  private void offerScan(int pieces) {
    offerScan(() -> scan(pieces));
  }

  /** Offers others while a scan has the slot, which begins its first piece then. */
  private void offerDuring(Runnable scan, Runnable offers) throws InterruptedException {
    AtomicBoolean offered = new AtomicBoolean();
    offerScan(
        () -> {
          while (!offered.get()) {
            Thread.onSpinWait(); // without CPU time it would lose the slot
          }
          scan.run();
        });
    await(() -> scheduler.running() == 1);
    offers.run();
    offered.set(true);
  }

  private void offerScan(Runnable scan) {
    scheduler.offer(SCANNER, RequestKind.SCAN, 100, scan);
  }

  private void offerGet() {
    scheduler.offer(GETTER, RequestKind.GET, 100, () -> events.add("get"));
  }

  /** A get that does something first and then uses its handler until the scan has ended. */
  private void offerGetUntilTheScanEnds(Runnable first) {
    scheduler.offer(
        GETTER,
        RequestKind.GET,
        100,
        () -> {
          first.run();
          long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
          while (!events.contains("scan") && System.nanoTime() < end) {
            Thread.onSpinWait();
          }
          events.add("get");
        });
  }

  @Test
  void getsOfAnotherTenantRunBetweenThePiecesAndTheScanEnds() throws InterruptedException {
    start();
    offerDuring(
        () -> scan(400),
        () -> {
          for (int i = 0; i < 20; i++) {
            offerGet();
          }
        });
    await(() -> finished.get() == 21);
    assertThat(events).last().isEqualTo("scan");
    assertThat(waited.get(SCANNER)).isPositive();
    await(() -> scheduler.running() == 0 && scheduler.blockedOnIo() == 0);
    assertThat(scheduler.faults()).isZero();
  }

  @Test
  void aScanThatGoesThroughCachedBlocksWithoutARowLetsOthersGoToo() throws InterruptedException {
    start();
    offerDuring(
        () -> {
          for (int i = 0; i < 100; i++) {
            work(4 * PIECE_NANOS);
            scheduler.io().found();
          }
          events.add("scan");
        },
        this::offerGet);
    await(() -> finished.get() == 2);
    assertThat(events).containsExactly("get", "scan");
  }

  @Test
  void whatMayHaveLockedARowLetsNobodyGoFirst() throws InterruptedException {
    start();
    scheduler.offer(
        SCANNER,
        RequestKind.WRITE,
        100,
        () -> {
          for (int i = 0; i < 50; i++) {
            work(4 * PIECE_NANOS);
            scheduler.io().found();
          }
          events.add("increment");
        });
    await(() -> scheduler.running() == 1);
    scheduler.offer(GETTER, RequestKind.WRITE, 100, () -> events.add("put"));
    await(() -> finished.get() == 2);
    assertThat(events).containsExactly("increment", "put");
  }

  @Test
  void aRowEndsTheReadOfAScanThatCachesNothing() throws InterruptedException {
    start();
    AtomicInteger runningAtTheRow = new AtomicInteger(-1);
    offerScan(
        () -> {
          scheduler.io().beforeRead(null);
          scheduler.yieldBetweenRows();
          runningAtTheRow.set(scheduler.running());
        });
    await(() -> finished.get() == 1);
    assertThat(runningAtTheRow.get()).isEqualTo(1);
  }

  @Test
  void timeAtHdfsIsNoPartOfAPiece() throws InterruptedException {
    AtomicLong nanos = new AtomicLong();
    nanoClock = nanos::get;
    start();
    offerScan(
        () -> {
          scheduler.io().beforeRead(null);
          nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
          scheduler.io().afterRead();
          offerGet();
          scheduler.yieldBetweenRows();
          events.add("row");
          nanos.addAndGet(PIECE_NANOS);
          scheduler.yieldBetweenRows();
          events.add("scan");
        });
    await(() -> finished.get() == 2);
    assertThat(events).containsExactly("row", "get", "scan");
  }

  @Test
  void nobodyIsLetBeforeTheOwnTenantsScan() throws InterruptedException {
    start();
    offerDuring(
        () -> scan(50),
        () -> scheduler.offer(SCANNER, RequestKind.GET, 100, () -> events.add("own get")));
    await(() -> finished.get() == 2);
    assertThat(events).containsExactly("scan", "own get");
  }

  @Test
  void pausesEndWhenTheirLimitIsUsedUp() throws InterruptedException {
    start("argus.scan.pause.limit", "0");
    offerDuring(() -> scan(50), this::offerGet);
    await(() -> finished.get() == 2);
    assertThat(events).containsExactly("scan", "get");
  }

  @Test
  void aScanWhoseSlotIsHeldByOthersGoesOnAfterTheLimit() throws InterruptedException {
    start("argus.scan.pause.limit", "50");
    offerDuring(() -> scan(100), () -> offerGetUntilTheScanEnds(() -> {}));
    await(() -> finished.get() == 2);
    assertThat(events).containsExactly("scan", "get");
    assertThat(waited.get(SCANNER)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(50));
  }

  /** Gets that wait in their handlers, one after another until the scan has ended. */
  private void offerGetsUntilTheScanEnds() {
    scheduler.offer(
        GETTER,
        RequestKind.GET,
        100,
        () -> {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
          if (!events.contains("scan")) {
            offerGetsUntilTheScanEnds();
          }
        });
  }

  @Test
  void besideGetsThatWaitMoreThanTheirSloSaysAScanPausesForGrantsAndEnds()
      throws InterruptedException {
    start("argus.slos", "getter:p99=1", "argus.scan.pause.limit", "300");
    offerGetsUntilTheScanEnds();
    await(() -> scheduler.partOfLongCalls() < 0.2);
    offerScan(400);
    await(() -> events.contains("scan"));
    assertThat(scheduler.snapshot())
        .filteredOn(snapshot -> snapshot.tenant().equals(SCANNER))
        .allMatch(snapshot -> snapshot.callsHeld() > 0)
        .hasSize(1);
    await(() -> scheduler.partOfLongCalls() == 1);
    assertThat(scheduler.faults()).isZero();
  }

  @Test
  void aPausedScanGoesOnAtOnceWhenSwitchedOff() throws InterruptedException {
    start("argus.scan.pause.limit", "600000");
    Runnable switchOff = () -> scheduler.configure(ClosedLoop.settings("argus.mode", "off"));
    offerDuring(() -> scan(100), () -> offerGetUntilTheScanEnds(switchOff));
    await(() -> finished.get() == 2);
    assertThat(events).containsExactly("scan", "get");
    await(() -> scheduler.running() == 0 && scheduler.blockedOnIo() == 0);
  }

  @Test
  void whileObservingNothingPauses() throws InterruptedException {
    start("argus.mode", "observe");
    offerDuring(() -> scan(50), this::offerGet);
    await(() -> finished.get() == 2);
    assertThat(events).containsExactly("scan", "get");
  }

  @Test
  void aThreadThatHandlesNothingReturnsAtOnce() {
    start();
    scheduler.yieldBetweenRows();
    assertThat(scheduler.faults()).isZero();
  }
}
