package io.argus.regionserver.handler;

import static io.argus.regionserver.handler.Await.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A host whose own threads take the requests and run them. */
@Timeout(30)
class HostThreadsTest {
  private static final TenantId A = TenantId.of("a");
  private static final TenantId B = TenantId.of("b");

  private final Queue<Runnable> dropped = new ConcurrentLinkedQueue<>();
  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicLong readBytes = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private final ThreadLocal<long[]> bytes = ThreadLocal.withInitial(() -> new long[1]);
  private volatile boolean ending;
  private TenantScheduler<Runnable> scheduler;

  private void start(int handlers, int hostThreads, String... keysAndValues) {
    Settings settings = ClosedLoop.settings(keysAndValues);
    scheduler =
        new TenantScheduler<>(
            settings,
            handlers,
            () -> bytes.get()[0],
            new RequestRunner<>() {
              @Override
              public void run(Runnable request) {
                throw new AssertionError("the host runs its requests");
              }

              @Override
              public void drop(Runnable request) {
                dropped.add(request);
              }
            },
            (record, request) -> {
              readBytes.addAndGet(record.hdfsReadBytes());
              finished.incrementAndGet();
            },
            System::nanoTime);
    scheduler.startWithHostThreads("test");
    for (int i = 0; i < hostThreads; i++) {
      Thread thread = new Thread(this::handle, "host-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  private void handle() {
    while (!ending) {
      try {
        scheduler.take().run();
      } catch (InterruptedException e) {
        // as HBase's handlers do: look whether to go on
      } catch (RuntimeException e) {
        // the request failed, the handler goes on
      }
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    ending = true;
    scheduler.stop();
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join(5_000);
      assertThat(thread.isAlive()).as("%s is alive", thread).isFalse();
    }
  }

  private void offer(TenantId tenant, Runnable request) {
    assertThat(scheduler.offer(tenant, RequestKind.GET, 100, request)).isTrue();
  }

  private static Runnable holding(Semaphore until) {
    return until::acquireUninterruptibly;
  }

  @Test
  void everyRequestRunsOnceAndIsAccounted() throws InterruptedException {
    start(2, 5);
    AtomicInteger runs = new AtomicInteger();
    for (int i = 0; i < 500; i++) {
      offer(i % 2 == 0 ? A : B, runs::incrementAndGet);
      assertThat(scheduler.offerDirect(runs::incrementAndGet)).isTrue();
    }
    await(() -> runs.get() == 1_000 && finished.get() == 500);
    await(() -> scheduler.running() == 0);
    assertThat(scheduler.threads()).isEqualTo(5);
    assertThat(scheduler.faults()).isZero();
  }

  @Test
  void noMoreThanTheHandlerSlotsRunAtOnceHoweverManyThreadsThereAre() throws InterruptedException {
    start(2, 6);
    Semaphore go = new Semaphore(0);
    for (int i = 0; i < 5; i++) {
      offer(A, holding(go));
    }
    await(() -> scheduler.running() == 2);
    assertThat(scheduler.queueLength()).isEqualTo(3);
    go.release(5);
    await(() -> finished.get() == 5);
  }

  @Test
  void aDirectRequestRunsThoughEverySlotIsTaken() throws InterruptedException {
    start(1, 3);
    Semaphore go = new Semaphore(0);
    offer(A, holding(go));
    offer(B, holding(go));
    await(() -> scheduler.running() == 1);
    Semaphore ran = new Semaphore(0);
    scheduler.offerDirect(ran::release);
    assertThat(ran.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    go.release(2);
    await(() -> finished.get() == 2);
  }

  @Test
  void aRequestThatReadsFromHdfsLeavesItsSlotAndIsChargedWhatItRead() throws InterruptedException {
    start(1, 3);
    Semaphore go = new Semaphore(0);
    offer(
        A,
        () -> {
          scheduler.io().beforeRead(null);
          go.acquireUninterruptibly();
          bytes.get()[0] += 65_536;
          scheduler.io().afterRead();
        });
    await(() -> scheduler.blockedOnIo() == 1);
    offer(B, () -> {});
    await(() -> finished.get() == 1);
    go.release();
    await(() -> finished.get() == 2);
    assertThat(
            scheduler.snapshot().stream()
                .filter(s -> s.tenant().equals(A))
                .findAny()
                .orElseThrow()
                .creditsSpent())
        .isEqualTo(65_536);
  }

  @Test
  void whatADirectRequestReadsIsChargedToNobody() throws InterruptedException {
    start(1, 1);
    offer(A, () -> bytes.get()[0] += 1_000);
    await(() -> finished.get() == 1);
    Semaphore ran = new Semaphore(0);
    scheduler.offerDirect(
        () -> {
          bytes.get()[0] += 1 << 30;
          ran.release();
        });
    assertThat(ran.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    offer(A, () -> bytes.get()[0] += 500);
    await(() -> finished.get() == 2);
    assertThat(readBytes.get()).isEqualTo(1_500);
  }

  @Test
  void aRequestThatFailsGivesItsSlotBack() throws InterruptedException {
    start(1, 2);
    for (int i = 0; i < 10; i++) {
      offer(
          A,
          () -> {
            throw new IllegalStateException("injected");
          });
    }
    await(() -> finished.get() == 10);
    await(() -> scheduler.running() == 0);
  }

  @Test
  void anInterruptedThreadIsToldAndMayComeBack() throws InterruptedException {
    start(1, 2);
    offer(A, () -> {});
    await(() -> finished.get() == 1);
    threads.forEach(Thread::interrupt);
    offer(A, () -> {});
    offer(B, () -> {});
    await(() -> finished.get() == 3);
  }

  @Test
  void whatIsQueuedWhenItStopsIsDroppedAndThreadsAreSentAway() throws InterruptedException {
    start(1, 1);
    Semaphore go = new Semaphore(0);
    offer(A, holding(go));
    await(() -> scheduler.running() == 1);
    Runnable queued = () -> {};
    offer(B, queued);
    ending = true;
    scheduler.stop();
    assertThat(dropped).containsExactly(queued);
    assertThat(scheduler.offerDirect(queued)).isFalse();
    go.release();
    threads.get(0).join(5_000);
    assertThat(threads.get(0).isAlive()).isFalse();
    assertThatThrownBy(() -> scheduler.take()).isInstanceOf(InterruptedException.class);
  }
}
