package io.argus.regionserver.handler;

import static io.argus.regionserver.handler.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.io.HdfsBytes;
import io.argus.regionserver.monitor.RequestUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real threads; every wait polls for its condition with a deadline. */
@Timeout(30)
class TenantSchedulerTest {
  private static final TenantId A = TenantId.of("a");
  private static final TenantId B = TenantId.of("b");
  private static final TenantId C = TenantId.of("c");

  private static final Outcome NOT_ANSWERED =
      new Outcome() {
        @Override
        public boolean answered() {
          return false;
        }

        @Override
        public long receivedBytes() {
          return 0;
        }

        @Override
        public long sentBytes() {
          return 0;
        }
      };

  /** With this clock a read that hangs is never overdue, however long the test takes. */
  private static final LongSupplier STANDING_STILL = () -> 0;

  private final AtomicInteger ended = new AtomicInteger();
  private final Queue<Runnable> dropped = new ConcurrentLinkedQueue<>();
  private final Set<Runnable> unanswered = ConcurrentHashMap.newKeySet();
  private final Map<Runnable, Long> usefulNanos = new ConcurrentHashMap<>();
  private final Map<Runnable, Object> regions = new ConcurrentHashMap<>();
  private final Set<String> blocksRead = ConcurrentHashMap.newKeySet();
  private final AtomicInteger atDisk = new AtomicInteger();
  private final AtomicInteger besides = new AtomicInteger();

  /** Regions for whose locks somebody waits. */
  private final Set<Object> contended = ConcurrentHashMap.newKeySet();

  private final Map<TenantId, AtomicLong> readBytes = new ConcurrentHashMap<>();
  private final ThreadLocal<long[]> bytes = ThreadLocal.withInitial(() -> new long[1]);
  private volatile Consumer<RequestUsage> goingOn = usage -> {};
  private TenantScheduler<Runnable> scheduler;

  private void start(int handlers, String... keysAndValues) {
    start(handlers, System::nanoTime, keysAndValues);
  }

  private void start(int handlers, LongSupplier clock, String... keysAndValues) {
    start(
        handlers,
        () -> bytes.get()[0],
        record -> {
          readBytes
              .computeIfAbsent(record.tenant(), t -> new AtomicLong())
              .addAndGet(record.hdfsReadBytes());
          ended.incrementAndGet();
        },
        clock,
        keysAndValues);
  }

  private void start(
      int handlers,
      HdfsBytes hdfsBytes,
      Consumer<RequestUsage> listener,
      LongSupplier clock,
      String... keysAndValues) {
    scheduler =
        new TenantScheduler<>(
            ClosedLoop.settings(keysAndValues),
            handlers,
            hdfsBytes,
            new RequestRunner<>() {
              @Override
              public void run(Runnable request) {
                request.run();
              }

              @Override
              public void drop(Runnable request) {
                dropped.add(request);
              }

              @Override
              public Outcome outcome(Runnable request) {
                return unanswered.contains(request) ? NOT_ANSWERED : Outcome.ANSWERED;
              }

              @Override
              public long usefulNanos(Runnable request) {
                return usefulNanos.getOrDefault(request, Long.MAX_VALUE);
              }

              @Override
              public Object region(Runnable request) {
                return regions.get(request);
              }

              @Override
              public boolean othersWait(Object region) {
                return contended.contains(region);
              }
            },
            new TenantScheduler.Listener<>() {
              @Override
              public void ended(RequestUsage usage, Runnable request) {
                listener.accept(usage);
              }

              @Override
              public void goesOn(RequestUsage usage) {
                goingOn.accept(usage);
              }
            },
            clock);
    scheduler.start("test");
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (scheduler != null) {
      scheduler.stop();
      await(() -> scheduler.threads() == 0);
    }
  }

  private boolean offer(TenantId tenant, Runnable request) {
    return scheduler.offer(tenant, RequestKind.GET, 100, request);
  }

  private void read(Runnable disk) {
    scheduler.io().beforeRead(null);
    disk.run();
    bytes.get()[0] += 64 << 10;
    scheduler.io().afterRead();
  }

  private TenantSnapshot of(TenantId tenant) {
    return scheduler.snapshot().stream()
        .filter(s -> s.tenant().equals(tenant))
        .findFirst()
        .orElseThrow();
  }

  private static void acquire(Semaphore semaphore) {
    semaphore.acquireUninterruptibly();
  }

  @Test
  void whoWantsABlockThatAnotherReadsNeedsNoGrant() throws InterruptedException {
    start(4, "argus.io.concurrency.limit", "1");
    Semaphore disk = new Semaphore(0);
    for (int i = 0; i < 6; i++) {
      String block = i % 2 == 0 ? "one" : "two";
      offer(A, () -> readOnce(block, disk));
    }
    await(() -> atDisk.get() == 1 && of(A).waitingForHdfs() == 3);
    // The others that want the same block.
    await(() -> besides.get() == 2);
    disk.release();
    await(() -> atDisk.get() == 2);
    await(() -> besides.get() == 4);
    disk.release();
    await(() -> ended.get() == 6);
    assertThat(readBytes.get(A).get()).isEqualTo(2 * (64 << 10));
    assertThat(of(A).atHdfs()).isZero();
  }

  /** Reads a block from a disk, unless another request has begun to; as a cache miss does. */
  private void readOnce(String block, Semaphore disk) {
    scheduler.io().beforeRead(block);
    if (blocksRead.add(block)) {
      atDisk.incrementAndGet();
      disk.acquireUninterruptibly();
      bytes.get()[0] += 64 << 10;
    } else {
      besides.incrementAndGet();
    }
    scheduler.io().afterRead();
  }

  @Test
  void runsEveryRequestOnce() throws InterruptedException {
    start(4);
    AtomicInteger runs = new AtomicInteger();
    for (int i = 0; i < 900; i++) {
      assertThat(offer(i % 2 == 0 ? A : B, runs::incrementAndGet)).isTrue();
    }
    await(() -> ended.get() == 900);
    assertThat(runs).hasValue(900);
    assertThat(scheduler.queueLength()).isZero();
    await(() -> scheduler.running() == 0);
  }

  @Test
  void recordTellsWhereTheTimeWent() throws InterruptedException {
    List<long[]> records = new ArrayList<>();
    start(
        1,
        () -> bytes.get()[0],
        r -> {
          synchronized (records) {
            records.add(
                new long[] {
                  r.queueWaitNanos(),
                  r.hdfsWaitNanos(),
                  r.hdfsReadNanos(),
                  r.handlerNanos(),
                  r.hdfsReadBytes(),
                  r.reads()
                });
          }
          ended.incrementAndGet();
        },
        System::nanoTime);
    long start = System.nanoTime();
    offer(A, () -> read(() -> spin(20)));
    await(() -> ended.get() == 1);
    long wall = System.nanoTime() - start;
    long[] record = records.get(0);
    assertThat(record[2]).isBetween(TimeUnit.MILLISECONDS.toNanos(20), wall);
    assertThat(record[0] + record[1] + record[2] + record[3]).isLessThanOrEqualTo(wall);
    assertThat(record[4]).isEqualTo(64 << 10);
    assertThat(record[5]).isEqualTo(1);
  }

  @Test
  void aRequestThatGoesOnForLongIsCountedMeanwhile() throws InterruptedException {
    AtomicLong clock = new AtomicLong();
    List<String> soFar = new CopyOnWriteArrayList<>();
    goingOn = usage -> soFar.add(usage.reads() + " " + usage.hdfsReadBytes());
    start(1, () -> bytes.get()[0], usage -> ended.incrementAndGet(), clock::get);
    offer(
        A,
        () -> {
          for (int i = 0; i < 5; i++) {
            read(() -> clock.addAndGet(600_000_000));
          }
        });
    await(() -> ended.get() == 1);
    assertThat(soFar).containsExactly("2 131072", "4 262144");
  }

  @Test
  void aBlockThatAnotherRequestReadMeanwhileIsNoRead() throws InterruptedException {
    List<Integer> reads = new CopyOnWriteArrayList<>();
    start(
        1,
        () -> bytes.get()[0],
        usage -> {
          reads.add(usage.reads());
          ended.incrementAndGet();
        },
        System::nanoTime);
    offer(
        A,
        () -> {
          scheduler.io().beforeRead(null);
          scheduler.io().afterRead();
          read(() -> {});
        });
    await(() -> ended.get() == 1);
    assertThat(reads).containsExactly(1);
  }

  private static void spin(int millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void hotTenantIsNotDelayedByDiskTenantBlockedOnIo() throws InterruptedException {
    start(2, STANDING_STILL, "argus.io.blocked.limit", "8", "argus.io.concurrency.limit", "1");
    Semaphore disk = new Semaphore(0);
    for (int i = 0; i < 100; i++) {
      offer(A, () -> read(() -> acquire(disk)));
    }
    await(() -> of(A).blockedOnIo() >= 4 && scheduler.running() == 0);
    for (int i = 0; i < 50; i++) {
      int before = ended.get();
      offer(B, () -> {});
      await(() -> ended.get() == before + 1);
    }
    assertThat(of(A).atHdfs()).isEqualTo(1);
    int blocked = of(A).blockedOnIo();
    // Both handlers may block as the eighth does.
    assertThat(blocked).isLessThanOrEqualTo(8 + 2 - 1);
    assertThat(of(A).queueLength()).isGreaterThanOrEqualTo(90);
    assertThat(scheduler.threads()).isLessThanOrEqualTo(blocked + 2);
    disk.release(1_000);
    await(() -> ended.get() == 150);
  }

  @Test
  void noMoreReadsAtHdfsThanTheLimit() throws InterruptedException {
    // So that bytes are not weighted by what reading them costs.
    start(4, STANDING_STILL, "argus.io.concurrency.limit", "3");
    AtomicInteger atDisk = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    for (int i = 0; i < 200; i++) {
      offer(
          i % 2 == 0 ? A : B,
          () -> {
            for (int block = 0; block < 3; block++) {
              read(
                  () -> {
                    most.accumulateAndGet(atDisk.incrementAndGet(), Math::max);
                    Thread.yield();
                    atDisk.decrementAndGet();
                  });
            }
          });
    }
    await(() -> ended.get() == 200);
    assertThat(most.get()).isBetween(1, 3);
    assertThat(of(A).creditsSpent()).isEqualTo(300L * (64 << 10));
    assertThat(readBytes.get(A)).hasValue(300L * (64 << 10));
    assertThat(scheduler.faults()).isZero();
  }

  /** An increment holds the lock of its row and keeps its region from being flushed. */
  @Test
  void aWriteThatReadsUnderLocksWaitsBeforeItBeginsAndNeverAsItReads() throws InterruptedException {
    start(4, "argus.io.concurrency.limit", "1", "argus.credits", "10000000");
    Semaphore disk = new Semaphore(0);
    offer(A, () -> read(() -> acquire(disk)));
    await(() -> of(A).atHdfs() == 1);
    scheduler.offer(B, RequestKind.WRITE, 100, () -> read(() -> {}));
    await(() -> ended.get() == 1);
    assertThat(of(B).delayedReads()).isZero();
    await(() -> of(B).creditsSpent() == 64 << 10 && scheduler.running() == 0);
    assertThat(of(B).credits().surplus()).as("paid for by the account").isZero();
    AtomicBoolean begun = new AtomicBoolean();
    scheduler.offer(
        B,
        RequestKind.WRITE,
        100,
        () -> {
          begun.set(true);
          read(() -> {});
        });
    await(() -> of(B).waitingForHdfs() == 1);
    assertThat(begun).as("it holds no lock while it waits").isFalse();
    disk.release();
    await(() -> ended.get() == 3);
    assertThat(of(B).creditsSpent()).as("paid once").isEqualTo(2 * (64 << 10));
  }

  @ParameterizedTest
  @EnumSource(
      value = RequestKind.class,
      names = {"GET", "SCAN", "MULTI", "OTHER"})
  void whatReadsWithoutLocksWaitsForHdfsUntilItTakesSome(RequestKind kind)
      throws InterruptedException {
    start(4, "argus.io.concurrency.limit", "1", "argus.credits", "10000000");
    Semaphore disk = new Semaphore(0);
    offer(A, () -> read(() -> acquire(disk)));
    await(() -> of(A).atHdfs() == 1);
    scheduler.offer(
        B,
        kind,
        100,
        () -> {
          scheduler.io().holdsLocks(true);
          read(() -> {});
          scheduler.io().holdsLocks(false);
        });
    await(() -> ended.get() == 1);
    assertThat(of(B).delayedReads()).isZero();
    assertThat(of(B).creditsSpent()).isEqualTo(64 << 10);
    scheduler.offer(C, kind, 100, () -> read(() -> {}));
    await(() -> of(C).waitingForHdfs() == 1);
    disk.release();
    await(() -> ended.get() == 3);
  }

  /** As a flush does that is about to commit. */
  @Test
  void aReadWaitsNoLongerThanNobodyWaitsForALockOfItsRegion() throws InterruptedException {
    start(4, STANDING_STILL, "argus.io.concurrency.limit", "1", "argus.io.wait.limit", "600000");
    Semaphore disk = new Semaphore(0);
    offer(A, () -> read(() -> acquire(disk)));
    await(() -> of(A).atHdfs() == 1);
    Runnable other = () -> read(() -> {});
    regions.put(other, "other");
    offer(B, other);
    Runnable flushed = () -> read(() -> {});
    regions.put(flushed, "flushed");
    offer(B, flushed);
    await(() -> of(B).waitingForHdfs() == 2);
    contended.add("flushed");
    await(() -> ended.get() == 1);
    offer(B, flushed);
    await(() -> ended.get() == 2);
    assertThat(of(B).waitingForHdfs()).as("the other region's").isEqualTo(1);
    assertThat(of(B).atHdfs()).isZero();
    assertThat(of(B).creditsSpent()).as("charged all the same").isEqualTo(2 * (64 << 10));
    disk.release();
    await(() -> ended.get() == 4);
  }

  @Test
  void aRequestOfSeveralRegionsWaitsByTheLocksOfTheOneThatItReads() throws InterruptedException {
    start(4, STANDING_STILL, "argus.io.concurrency.limit", "1", "argus.io.wait.limit", "600000");
    Semaphore disk = new Semaphore(0);
    offer(A, () -> read(() -> acquire(disk)));
    await(() -> of(A).atHdfs() == 1);
    contended.add("flushed");
    Semaphore inBetween = new Semaphore(0);
    Runnable multi =
        () -> {
          read(() -> {});
          acquire(inBetween);
          scheduler.io().reads("other");
          read(() -> {});
        };
    regions.put(multi, "flushed");
    offer(B, multi);
    await(() -> inBetween.hasQueuedThreads());
    inBetween.release();
    await(() -> of(B).waitingForHdfs() == 1);
    disk.release();
    await(() -> ended.get() == 2);
  }

  @Test
  void whatWaitsInAHandlerWithoutCpuTimeLeavesItsSlotToOthers() throws InterruptedException {
    start(8);
    Semaphore log = new Semaphore(0);
    for (int i = 0; i < 100; i++) {
      scheduler.offer(A, RequestKind.WRITE, 100, () -> acquire(log));
      scheduler.offer(B, RequestKind.WRITE, 100, () -> acquire(log));
    }
    await(() -> scheduler.stalled() == 8);
    for (int i = 0; i < 50; i++) {
      int before = ended.get();
      offer(C, () -> {});
      await(() -> ended.get() == before + 1);
    }
    assertThat(scheduler.stalled()).as("as many as there are handlers").isEqualTo(8);
    assertThat(log.getQueueLength()).isLessThanOrEqualTo(16);
    log.release(200);
    await(() -> ended.get() == 250);
    await(() -> scheduler.stalled() + scheduler.running() == 0);
  }

  @Test
  void aWriteThatReadsUnannouncedKeepsNoReadFromHdfsWhileItWaitsForALock()
      throws InterruptedException {
    start(4, "argus.io.concurrency.limit", "1");
    for (int i = 1; i <= 5; i++) {
      int writes = i;
      scheduler.offer(A, RequestKind.WRITE, 100, () -> bytes.get()[0] += 100_000);
      await(() -> ended.get() == writes);
    }
    Semaphore rowLock = new Semaphore(0);
    CountDownLatch inside = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      scheduler.offer(
          A,
          RequestKind.WRITE,
          100,
          () -> {
            inside.countDown();
            acquire(rowLock);
          });
    }
    inside.await();
    assertThat(of(A).atHdfs()).isZero();
    assertThat(of(A).creditsSpent()).as("both have paid").isEqualTo(700_000);
    rowLock.release(2);
    await(() -> ended.get() == 7);
    await(() -> of(A).creditsSpent() == 500_000);
  }

  @Test
  void aRequestWhoseClientWaitsNoLongerReadsNothingWithoutAGrant() throws InterruptedException {
    start(4, "argus.io.concurrency.limit", "1", "argus.io.wait.limit", "600000");
    Semaphore disk = new Semaphore(0);
    offer(A, () -> read(() -> acquire(disk)));
    await(() -> of(A).atHdfs() == 1);
    for (long useful : new long[] {TimeUnit.MILLISECONDS.toNanos(5), 0, -1}) {
      Runnable late = () -> read(() -> {});
      usefulNanos.put(late, useful);
      offer(B, late);
    }
    await(() -> of(B).waitingForHdfs() == 3);
    assertThat(of(B).atHdfs()).isZero();
    disk.release();
    await(() -> ended.get() == 4);
    assertThat(of(B).timedOutWaits()).isZero();
    assertThat(scheduler.faults()).isZero();
  }

  @Test
  void whatWasNotAnsweredTellsNothingOfOtherRequests() throws InterruptedException {
    List<Boolean> answered = new CopyOnWriteArrayList<>();
    start(
        1,
        () -> bytes.get()[0],
        record -> {
          answered.add(record.answered());
          ended.incrementAndGet();
        },
        System::nanoTime);
    List<Integer> grants = new CopyOnWriteArrayList<>();
    for (int i = 1; i <= 5; i++) {
      int requests = i;
      Runnable request =
          () -> {
            grants.add(of(A).atHdfs());
            bytes.get()[0] += 100_000;
          };
      if (i < 5) {
        unanswered.add(request);
      }
      offer(A, request);
      await(() -> ended.get() == requests);
    }
    assertThat(grants).as("for what they are expected to read").containsOnly(0);
    assertThat(answered).containsExactly(false, false, false, false, true);
    assertThat(of(A).creditsSpent()).as("it was read all the same").isEqualTo(500_000);
  }

  @Test
  void anInterruptEndsWithItsRequest() throws InterruptedException {
    start(1);
    List<Boolean> interrupted = new CopyOnWriteArrayList<>();
    Semaphore go = new Semaphore(0);
    offer(
        A,
        () -> {
          acquire(go);
          Thread.currentThread().interrupt();
        });
    offer(A, () -> interrupted.add(Thread.currentThread().isInterrupted()));
    scheduler.offerDirect(() -> Thread.currentThread().interrupt());
    offer(A, () -> interrupted.add(Thread.currentThread().isInterrupted()));
    go.release();
    await(() -> ended.get() == 3);
    assertThat(interrupted).containsExactly(false, false);
  }

  @Test
  void waitForHdfsEndsAtTheLimit() throws InterruptedException {
    start(4, "argus.io.concurrency.limit", "1", "argus.io.wait.limit", "50");
    Semaphore disk = new Semaphore(0);
    offer(A, () -> read(() -> acquire(disk)));
    await(() -> of(A).atHdfs() == 1);
    offer(B, () -> read(() -> {}));
    await(() -> ended.get() == 1);
    assertThat(of(B).timedOutWaits()).isEqualTo(1);
    assertThat(of(B).delayedReads()).isEqualTo(1);
    assertThat(of(B).backloggedNanos()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(45));
    disk.release();
    await(() -> ended.get() == 2);
    assertThat(of(A).atHdfs()).isZero();
  }

  @Test
  void othersReadWhileAllReadsAtHdfsHang() throws InterruptedException {
    start(4, "argus.io.concurrency.limit", "2", "argus.io.wait.limit", "600000");
    Semaphore sickDisk = new Semaphore(0);
    for (int i = 0; i < 2; i++) {
      offer(A, () -> read(() -> acquire(sickDisk)));
    }
    await(() -> of(A).atHdfs() == 2);
    offer(B, () -> read(() -> {}));
    await(() -> ended.get() == 1);
    sickDisk.release(2);
    await(() -> ended.get() == 3);
    assertThat(of(A).atHdfs()).isZero();
  }

  @Test
  void interruptedWaiterReadsAtOnceAndKeepsItsInterrupt() throws InterruptedException {
    start(4, STANDING_STILL, "argus.io.concurrency.limit", "1");
    Semaphore disk = new Semaphore(0);
    AtomicBoolean interrupted = new AtomicBoolean();
    CountDownLatch waiting = new CountDownLatch(1);
    Thread[] waiter = new Thread[1];
    offer(A, () -> read(() -> acquire(disk)));
    await(() -> of(A).atHdfs() == 1);
    offer(
        B,
        () -> {
          waiter[0] = Thread.currentThread();
          waiting.countDown();
          read(() -> interrupted.set(Thread.currentThread().isInterrupted()));
        });
    waiting.await();
    await(() -> of(B).waitingForHdfs() == 1);
    waiter[0].interrupt();
    await(() -> ended.get() == 1);
    assertThat(interrupted).isTrue();
    offer(B, () -> {});
    await(() -> ended.get() == 2);
    disk.release();
  }

  @Test
  void withoutBorrowingTheTimerWakesWaitersAtTheNextRefill() throws InterruptedException {
    long blocksPerPeriod = 20;
    start(4, "argus.credits", Long.toString(blocksPerPeriod * (64 << 10)));
    scheduler.apply(
        ClosedLoop.plan(false, Reservation.of(A, 0.5, 0.5), Reservation.of(B, 0.5, 0.5)));
    long start = System.nanoTime();
    for (int i = 0; i < 34; i++) {
      offer(A, () -> read(() -> {}));
    }
    await(() -> ended.get() == 34);
    double periods = (System.nanoTime() - start) / 2e9;
    assertThat(periods).isGreaterThan((34 - 26) / 10.0);
    assertThat(of(A).timedOutWaits()).isZero();
    assertThat(of(A).credits().surplus()).isZero();
  }

  @Test
  void throwingRunnerListenerAndPortsHurtNobody() throws InterruptedException {
    AtomicInteger received = new AtomicInteger();
    AtomicInteger told = new AtomicInteger();
    start(
        2,
        () -> {
          throw new IllegalStateException("no statistics");
        },
        record -> {
          received.incrementAndGet();
          throw new IllegalStateException("listener");
        },
        System::nanoTime);
    scheduler.onFault(fault -> told.incrementAndGet());
    for (int i = 0; i < 100; i++) {
      offer(
          A,
          () -> {
            scheduler.io().beforeRead(null);
            throw new StackOverflowError("request");
          });
    }
    await(() -> received.get() == 100);
    AtomicBoolean ran = new AtomicBoolean();
    offer(A, () -> ran.set(true));
    await(ran::get);
    assertThat(scheduler.faults()).isGreaterThanOrEqualTo(300);
    assertThat(told.get()).isGreaterThanOrEqualTo(300);
    await(() -> of(A).atHdfs() == 0 && scheduler.running() == 0 && scheduler.blockedOnIo() == 0);
  }

  @Test
  void stopDropsWhatIsQueuedAndLetsGoWhoWaits() throws InterruptedException {
    start(1, "argus.io.concurrency.limit", "1", "argus.io.blocked.limit", "4");
    Semaphore disk = new Semaphore(0);
    for (int i = 0; i < 10; i++) {
      offer(A, () -> read(() -> acquire(disk)));
    }
    await(() -> of(A).waitingForHdfs() >= 2 && scheduler.running() == 0);
    int queued = scheduler.queueLength();
    scheduler.stop();
    assertThat(dropped).hasSize(queued);
    assertThat(offer(A, () -> {})).isFalse();
    disk.release(100);
    await(() -> scheduler.threads() == 0);
    assertThat(ended.get() + dropped.size()).isEqualTo(10);
  }

  @Test
  void noWakeUpIsLostBetweenSingleRequests() throws InterruptedException {
    start(3, "argus.io.concurrency.limit", "1");
    int clients = 3;
    int requests = 4_000;
    AtomicInteger done = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      TenantId tenant = TenantId.of("client" + client);
      boolean reads = client > 0;
      Thread thread =
          new Thread(
              () -> {
                Semaphore answer = new Semaphore(0);
                for (int i = 0; i < requests; i++) {
                  offer(
                      tenant,
                      () -> {
                        if (reads) {
                          read(() -> {});
                        }
                        answer.release();
                      });
                  acquire(answer);
                  done.incrementAndGet();
                }
              });
      threads.add(thread);
      thread.start();
    }
    await(() -> done.get() == clients * requests);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(scheduler.faults()).isZero();
  }

  @Test
  void switchingModesUnderLoadLosesNothing() throws InterruptedException {
    start(4, "argus.io.concurrency.limit", "2", "argus.io.blocked.limit", "16");
    Random random = new Random(9);
    int sent = 0;
    String[] modes = {"enforce", "observe", "off"};
    for (int round = 0; round < 120; round++) {
      for (int i = 0; i < 40; i++) {
        boolean reads = random.nextInt(3) > 0;
        boolean announced = random.nextInt(4) > 0;
        Runnable request =
            () -> {
              if (reads && announced) {
                read(Thread::yield);
                read(Thread::yield);
              } else if (reads) {
                bytes.get()[0] += 100_000;
              }
            };
        sent += offer(random.nextBoolean() ? A : B, request) ? 1 : 0;
      }
      Settings settings =
          ClosedLoop.settings(
              "argus.mode",
              modes[random.nextInt(3)],
              "argus.io.concurrency.limit",
              Integer.toString(1 + random.nextInt(4)),
              "argus.io.blocked.limit",
              Integer.toString(1 + random.nextInt(30)),
              "argus.credits",
              random.nextBoolean() ? "auto" : "10000000");
      scheduler.configure(settings);
      scheduler.apply(
          ClosedLoop.plan(
              random.nextBoolean(), Reservation.of(A, 0.5, 0.7), Reservation.of(B, 0.5, 0.3)));
    }
    scheduler.configure(ClosedLoop.settings());
    int expected = sent;
    await(() -> ended.get() == expected);
    await(() -> scheduler.running() == 0 && scheduler.blockedOnIo() == 0);
    for (TenantSnapshot tenant : scheduler.snapshot()) {
      assertThat(tenant.atHdfs()).isZero();
      assertThat(tenant.waitingForHdfs()).isZero();
      assertThat(tenant.credits().reserved()).isZero();
      assertThat(tenant.credits().earned())
          .isEqualTo(tenant.creditsSpent() + tenant.creditBalance() + tenant.credits().forfeited());
    }
    assertThat(scheduler.faults()).isZero();
  }

  @Test
  void switchedOffWhoWaitsForHdfsAndWhoIsQueuedGoesOnAtOnce() throws InterruptedException {
    start(1, STANDING_STILL, "argus.io.concurrency.limit", "1", "argus.io.blocked.limit", "4");
    Semaphore disk = new Semaphore(0);
    offer(A, () -> read(() -> acquire(disk)));
    await(() -> of(A).atHdfs() == 1);
    for (int i = 0; i < 100; i++) {
      offer(B, () -> read(() -> {}));
    }
    await(() -> of(B).waitingForHdfs() >= 1 && scheduler.queueLength() > 90);
    scheduler.configure(ClosedLoop.settings("argus.mode", "off"));
    await(() -> ended.get() == 100);
    assertThat(of(B).rejected()).isZero();
    scheduler.configure(ClosedLoop.settings("argus.io.concurrency.limit", "1"));
    offer(B, () -> read(() -> {}));
    await(() -> of(B).waitingForHdfs() == 1);
    disk.release();
    await(() -> ended.get() == 102);
    assertThat(of(A).atHdfs() + of(B).atHdfs()).isZero();
  }

  @Test
  void whileObservingNothingWaitsButBytesAreCounted() throws InterruptedException {
    start(2, "argus.mode", "observe", "argus.io.concurrency.limit", "1");
    Semaphore disk = new Semaphore(0);
    offer(A, () -> read(() -> acquire(disk)));
    offer(B, () -> read(() -> acquire(disk)));
    await(() -> of(A).atHdfs() + of(B).atHdfs() == 2);
    assertThat(of(A).delayedReads() + of(B).delayedReads()).isEqualTo(1);
    disk.release(2);
    await(() -> ended.get() == 2);
    assertThat(of(A).creditsSpent()).isEqualTo(64 << 10);
  }

  @Test
  void whatTheHostQueuesAndRunsIsCountedAndHeldBackByNothing() {
    AtomicLong clock = new AtomicLong();
    List<String> records = new ArrayList<>();
    start(
        1,
        () -> bytes.get()[0],
        record ->
            records.add(
                record.tenant()
                    + " "
                    + record.kind()
                    + " queued "
                    + record.queueWaitNanos()
                    + " ran "
                    + record.handlerNanos()
                    + " read "
                    + record.hdfsReadBytes()
                    + " sent "
                    + record.sentBytes()),
        clock::get,
        "argus.mode",
        "observe",
        "argus.io.concurrency.limit",
        "1");
    ObservedRequest<Runnable> first = scheduler.observe(A, RequestKind.SCAN, false, 0, () -> {});
    ObservedRequest<Runnable> second = scheduler.observe(A, RequestKind.GET, true, 0, () -> {});
    assertThat(of(A).queueLength()).isEqualTo(2);
    clock.addAndGet(5_000_000);
    bytes.get()[0] += 70_000; // for nobody
    first.begin();
    assertThat(of(A).queueLength()).isEqualTo(1);
    assertThat(scheduler.io().currentTenant()).isEqualTo(A);
    bytes.get()[0] += 50_000;
    clock.addAndGet(3_000_000);
    first.end(NOT_ANSWERED);
    assertThat(scheduler.io().currentTenant()).isNull();
    second.refused();
    assertThat(records).containsExactly("a SCAN queued 5000000 ran 3000000 read 50000 sent 0");
    assertThat(of(A).requests()).isEqualTo(1);
    assertThat(of(A).rejected()).isEqualTo(1);
    assertThat(of(A).queueLength()).isZero();
    assertThat(of(A).creditsSpent()).isEqualTo(50_000);
    assertThat(of(A).backloggedNanos()).isEqualTo(8_000_000);
    assertThat(scheduler.running()).isZero();
  }

  @Test
  void aTenantThatTheHostServesIsNotForgotten() {
    AtomicLong clock = new AtomicLong();
    start(1, () -> 0, record -> {}, clock::get, "argus.mode", "observe");
    ObservedRequest<Runnable> request = scheduler.observe(A, RequestKind.GET, true, 0, () -> {});
    request.begin();
    for (int i = 0; i < 3; i++) {
      clock.addAndGet(HandlerTenants.FORGET_NANOS);
      scheduler.sweep(clock.get());
      assertThat(scheduler.snapshot()).as("in progress").hasSize(1);
    }
    request.end(Outcome.ANSWERED);
    scheduler.sweep(clock.get());
    clock.addAndGet(HandlerTenants.FORGET_NANOS);
    scheduler.sweep(clock.get());
    assertThat(scheduler.snapshot()).isEmpty();
  }

  @Test
  void anExceptionWhileCountingReachesNoHandlerOfTheHost() {
    start(
        1,
        () -> 0,
        record -> {
          throw new IllegalStateException("injected");
        },
        System::nanoTime,
        "argus.mode",
        "observe");
    ObservedRequest<Runnable> request = scheduler.observe(A, RequestKind.GET, true, 0, () -> {});
    request.begin();
    request.end(Outcome.ANSWERED);
    assertThat(scheduler.faults()).isEqualTo(1);
    assertThat(scheduler.io().currentTenant()).isNull();
  }

  @Test
  void whileOffThereIsNoIoAdmission() throws InterruptedException {
    start(2, "argus.scheduler.enabled", "false");
    offer(A, () -> read(() -> {}));
    await(() -> ended.get() == 1);
    assertThat(of(A).creditsSpent()).isZero();
    assertThat(readBytes.get(A)).hasValue(0);
  }

  @Test
  void bytesReadUnannouncedAreChargedAndNextTimeWaitedFor() throws InterruptedException {
    start(2);
    for (int i = 1; i <= 5; i++) {
      offer(A, () -> bytes.get()[0] += 100_000);
      int expected = i;
      await(() -> ended.get() == expected);
    }
    await(() -> of(A).creditsSpent() == 500_000);
    CountDownLatch inside = new CountDownLatch(1);
    Semaphore go = new Semaphore(0);
    offer(
        A,
        () -> {
          inside.countDown();
          acquire(go);
        });
    inside.await();
    assertThat(of(A).atHdfs()).isEqualTo(1);
    assertThat(scheduler.running()).isZero();
    assertThat(scheduler.blockedOnIo()).isEqualTo(1);
    go.release();
    await(() -> of(A).atHdfs() == 0);
  }

  @Test
  void backgroundBytesAreChargedToTheirTenant() {
    start(2);
    scheduler.charge(A, 12_345);
    assertThat(of(A).creditsSpent()).isEqualTo(12_345);
  }

  @Test
  void ioAdmissionLetsForeignThreadsThrough() {
    start(1);
    scheduler.io().beforeRead(null);
    scheduler.io().afterRead();
    assertThat(scheduler.snapshot()).isEmpty();
  }

  @Test
  void tenantsIdleForLongAreForgottenAndComeBack() throws InterruptedException {
    AtomicLong clock = new AtomicLong();
    start(1, () -> 0, record -> ended.incrementAndGet(), clock::get);
    offer(A, () -> {});
    await(() -> ended.get() == 1 && scheduler.running() == 0);
    clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
    scheduler.sweep(clock.get());
    clock.addAndGet(HandlerTenants.FORGET_NANOS + 1);
    scheduler.sweep(clock.get());
    assertThat(scheduler.snapshot()).isEmpty();
    offer(A, () -> {});
    await(() -> ended.get() == 2);
    assertThat(scheduler.snapshot()).hasSize(1);
  }

  @Test
  void planSharesReachTheTenantsItNamesAndTheMeanTheOthers() {
    start(1);
    TenantId c = TenantId.of("c");
    offer(A, () -> {});
    offer(c, () -> {});
    assertThat(of(A).hdfsShare()).isEqualTo(0.5);
    scheduler.apply(
        ClosedLoop.plan(true, Reservation.of(A, 0.5, 0.9), Reservation.of(B, 0.5, 0.1)));
    offer(B, () -> {});
    assertThat(of(A).hdfsShare()).isEqualTo(0.9);
    assertThat(of(B).hdfsShare()).isEqualTo(0.1);
    assertThat(of(c).hdfsShare()).isEqualTo(0.5);
  }
}
