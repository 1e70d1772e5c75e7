package io.argus.regionserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.hdfs.IoAdmission;
import io.argus.regionserver.hdfs.IoPolicy;
import io.argus.regionserver.scheduling.Faults;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which threads are woken, with two processors, two handler slots and up to four threads. */
class HandlerThreadsTest {
  private static final TenantId A = TenantId.of("a");

  private final HandlerPool<Runnable> pool =
      new HandlerPool<>(
          2,
          AdmissionPolicy.of(ClosedLoop.settings()),
          io(),
          new RequestRunner<>() {
            @Override
            public void run(Runnable request) {
              request.run();
            }

            @Override
            public void drop(Runnable request) {}
          },
          ended -> {},
          new Faults(),
          System::nanoTime);
  private final HandlerThreads<Runnable> threads = new HandlerThreads<>(pool, 2, 2);

  private static IoAdmission io() {
    return new IoAdmission(
        IoPolicy.of(ClosedLoop.settings()), () -> 0, System::nanoTime, new Faults());
  }

  private RequestInFlight<Runnable> resting() {
    return resting(threads);
  }

  private RequestInFlight<Runnable> resting(HandlerThreads<Runnable> among) {
    RequestInFlight<Runnable> handler = new RequestInFlight<>(new Thread(), pool);
    among.addHostThread(handler);
    among.rest(handler);
    return handler;
  }

  @Test
  void nobodyIsWokenBeforeTheStart() {
    assertThat(threads.mayWake(1)).isFalse();
    threads.start(null);
    assertThat(threads.mayWake(1)).isTrue();
  }

  @Test
  void asManyAreOnTheirWayAsThereAreProcessorsAndWork() {
    threads.start(null);
    RequestInFlight<Runnable> first = resting();
    resting();
    resting();
    threads.wake();
    assertThat(threads.mayWake(1)).isFalse();
    assertThat(threads.mayWake(5)).isTrue();
    Thread second = threads.wake();
    assertThat(threads.mayWake(5)).isFalse();
    threads.arrived(first);
    assertThat(threads.mayWake(5)).as("one that was never woken").isFalse();
    assertThat(second).isNotNull();
  }

  @Test
  void aThreadThatCannotBeStartedIsReplacedByOneThatCameToRestMeanwhile() {
    pool.start(null);
    ScheduledTenant<Runnable> tenant =
        pool.locked(s -> s.add(io().waiters().locked(r -> r.add(A)), 1, 0));
    RequestInFlight<Runnable> lost = resting(pool.threads);
    assertThat(pool.offer(tenant, () -> {}, RequestKind.GET, 1))
        .isEqualTo(HandlerPool.Offer.ACCEPTED);
    assertThat(lost.idle).as("it is on its way").isFalse();
    RequestInFlight<Runnable> other = resting(pool.threads);
    assertThat(pool.notStarted(lost.thread())).isSameAs(other.thread());
  }

  @Test
  void theLastToRestIsTheFirstToBeWoken() {
    threads.start(null);
    RequestInFlight<Runnable> first = resting();
    RequestInFlight<Runnable> last = resting();
    assertThat(threads.wake()).isSameAs(last.thread());
    threads.arrived(last);
    assertThat(threads.mayWake(5)).isTrue();
    assertThat(threads.wake()).isSameAs(first.thread());
    assertThat(threads.wake()).as("the host brings no more").isNull();
  }

  @Test
  @SuppressWarnings("unchecked")
  void aNewThreadGetsTheNameOfOneThatEnded() {
    threads.start("made");
    threads.limit(3);
    Thread first = threads.wake();
    HandlerThreads.HandlerThread<?> second = (HandlerThreads.HandlerThread<?>) threads.wake();
    threads.wake();
    threads.notStarted(first);
    assertThat(threads.wake().getName()).isEqualTo("made-0");
    RequestInFlight<Runnable> idle = (RequestInFlight<Runnable>) second.request;
    threads.arrived(idle);
    threads.rest(idle);
    assertThat(threads.retire(idle, false)).isTrue();
    assertThat(threads.wake().getName()).isEqualTo("made-1");
  }

  @Test
  @SuppressWarnings("unchecked")
  void threadsAreMadeUpToTheLimitAndThoseAboveTheSlotsMayEnd() {
    threads.start("made");
    threads.limit(3);
    List<Thread> made = new ArrayList<>();
    Thread last = null;
    for (int i = 0; i < 3; i++) {
      last = threads.wake();
      made.add(last);
      assertThat(last.getName()).isEqualTo("made-" + i);
    }
    assertThat(threads.wake()).isNull();
    threads.notStarted(last);
    assertThat(threads.count()).isEqualTo(2);
    RequestInFlight<Runnable> third = resting();
    assertThat(threads.retire(third, true)).as("interrupted for an earlier request").isFalse();
    assertThat(threads.retire(third, false)).isTrue();
    assertThat(threads.retire(third, false)).as("it is no longer idle").isFalse();
    assertThat(threads.retire(resting(), false)).isTrue();
    threads.ended(((HandlerThreads.HandlerThread<Runnable>) made.get(0)).request);
    assertThat(threads.retire(resting(), false)).as("as many as slots stay").isFalse();
  }
}
