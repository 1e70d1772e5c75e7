package io.argus.regionserver.handler;

import static io.argus.regionserver.handler.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.UsageReport.Runaway;
import io.argus.regionserver.io.IoRequest;
import io.argus.regionserver.runaway.RunawayWatch;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests of a scheduler that exceed limits. */
@Timeout(30)
class RunawayRequestTest {
  private static final TenantId SHOP = TenantId.of("shop");
  private static final long PIECE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  private final RunawayWatch watch = new RunawayWatch(rule -> "carol", tenant -> {});
  private final Map<Runnable, RunawayWatch.Subject> watched = new ConcurrentHashMap<>();
  private final AtomicInteger finished = new AtomicInteger();

  /** Of the last request that finished. */
  private final AtomicLong blockBytes = new AtomicLong();

  private volatile boolean countsBlocks;
  private TenantScheduler<Runnable> scheduler;

  @BeforeEach
  void start() {
    scheduler =
        new TenantScheduler<>(
            ClosedLoop.settings(),
            1,
            () -> 0,
            new RequestRunner<>() {
              @Override
              public void run(Runnable request) {
                request.run();
              }

              @Override
              public RunawayWatch.@Nullable Subject watched(Runnable request) {
                return watched.get(request);
              }

              @Override
              public boolean countsBlocks(Runnable request) {
                return countsBlocks;
              }

              @Override
              public void drop(Runnable request) {}
            },
            (record, request) -> {
              blockBytes.set(record.blockBytes());
              finished.incrementAndGet();
            },
            System::nanoTime);
    scheduler.start("test");
  }

  @AfterEach
  void stop() {
    scheduler.stop();
  }

  private void offer(RequestKind kind, Runnable request) {
    RunawayWatch.Subject subject = watch.subject(SHOP, kind, null, () -> "", () -> "");
    if (subject != null) {
      watched.put(request, subject);
    }
    scheduler.offer(SHOP, kind, 100, request);
  }

  private static void work() {
    long end = System.nanoTime() + PIECE_NANOS;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private List<TenantSnapshot.OfClass> classes() {
    return scheduler.snapshot().stream()
        .filter(each -> each.tenant().equals(SHOP))
        .flatMap(each -> each.classes().stream())
        .toList();
  }

  private void awaitEnd(int requests) throws InterruptedException {
    await(() -> finished.get() == requests);
    await(() -> scheduler.running() == 0 && scheduler.blockedOnIo() == 0);
    assertThat(scheduler.faults()).isZero();
  }

  @Test
  void aScanThatIsCooledDownGoesOnInTheClassBatch() throws InterruptedException {
    watch.rulesAre(RunawayRules.parse("shop handler-ms:5=cool-down"));
    offer(
        RequestKind.SCAN,
        () -> {
          for (int i = 0; i < 100; i++) {
            work();
            scheduler.yieldBetweenRows();
          }
        });
    awaitEnd(1);
    assertThat(watch.hits())
        .singleElement()
        .satisfies(
            hit -> {
              assertThat(hit.done()).isEqualTo(Runaway.COOLED_DOWN);
              assertThat(hit.handlerMillis()).isGreaterThan(5);
            });
    assertThat(classes())
        .filteredOn(each -> each.name().equals("batch"))
        .singleElement()
        .satisfies(batch -> assertThat(batch.servedNanos()).isPositive());
  }

  @Test
  void getsOfTheSameTenantGoBetweenThePiecesOnceTheScanIsCooledDown() throws InterruptedException {
    watch.rulesAre(RunawayRules.parse("shop kind:scan handler-ms:5=cool-down"));
    AtomicInteger gets = new AtomicInteger();
    AtomicInteger getsWhileScanning = new AtomicInteger();
    offer(
        RequestKind.SCAN,
        () -> {
          for (int i = 0; i < 200; i++) {
            work();
            if (i == 50) {
              for (int k = 0; k < 5; k++) {
                offer(RequestKind.GET, gets::incrementAndGet);
              }
            }
            scheduler.yieldBetweenRows();
          }
          getsWhileScanning.set(gets.get());
        });
    awaitEnd(6);
    assertThat(getsWhileScanning).hasValue(5);
  }

  @Test
  void inDryRunThereIsNoFurtherClass() throws InterruptedException {
    watch.rulesAre(RunawayRules.parse("shop handler-ms:1=dry-run"));
    offer(
        RequestKind.SCAN,
        () -> {
          for (int i = 0; i < 20; i++) {
            work();
            scheduler.yieldBetweenRows();
          }
        });
    awaitEnd(1);
    assertThat(watch.hits()).extracting(Runaway::done).containsExactly(Runaway.LISTED);
    assertThat(classes()).extracting(TenantSnapshot.OfClass::name).doesNotContain("batch");
  }

  @Test
  void blocksThatItFindsInTheCacheCountWhileARuleLimitsIt() throws InterruptedException {
    AtomicReference<IoRequest> found = new AtomicReference<>();
    Runnable get =
        () -> {
          found.set(scheduler.io().found());
          if (found.get() != null) {
            found.get().found(101);
          }
        };
    offer(RequestKind.GET, get);
    awaitEnd(1);
    assertThat(found.get()).as("without a rule").isNull();
    assertThat(blockBytes).hasValue(0);
    watch.rulesAre(RunawayRules.parse("shop bytes:100=dry-run"));
    offer(RequestKind.GET, get);
    awaitEnd(2);
    offer(RequestKind.GET, () -> {});
    awaitEnd(3);
    assertThat(watch.hits())
        .singleElement()
        .satisfies(
            hit -> {
              assertThat(hit.bytes()).isEqualTo(101);
              assertThat(hit.times()).as("the next request counts anew").isEqualTo(1);
            });
  }

  @Test
  void blocksThatItFindsInTheCacheCountIfItsClassDependsOnThem() throws InterruptedException {
    countsBlocks = true;
    offer(RequestKind.GET, () -> scheduler.io().found().found(7));
    awaitEnd(1);
    assertThat(blockBytes).hasValue(7);
    offer(RequestKind.GET, () -> {});
    awaitEnd(2);
    assertThat(blockBytes).as("the next request counts anew").hasValue(0);
  }

  @Test
  void aRequestLearnsThatItIsToStop() throws InterruptedException {
    watch.rulesAre(RunawayRules.parse("shop rows:100=stop"));
    AtomicReference<String> stop = new AtomicReference<>();
    AtomicInteger rows = new AtomicInteger();
    offer(
        RequestKind.SCAN,
        () -> {
          while (stop.get() == null && rows.get() < 1000) {
            rows.incrementAndGet();
            stop.set(scheduler.io().looksAtRow());
          }
        });
    awaitEnd(1);
    assertThat(rows).hasValue(101);
    assertThat(stop.get()).contains("'shop rows:100=stop' allows 100 (set by carol)");
    assertThat(scheduler.io().looksAtRow()).as("in any other thread").isNull();
  }
}
