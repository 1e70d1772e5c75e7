package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.io.IoPolicy;
import io.argus.regionserver.scheduling.Faults;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which threads are woken, with two cores, two handler slots and up to four threads. */
class HandlerThreadsTest {
  private static final TenantId A = TenantId.of("a");

  private final HandlerPool<Runnable> pool =
      new HandlerPool<>(
          2,
          HandlerPolicy.of(ClosedLoop.settings()),
          io(),
          new RequestRunner<>() {
            @Override
            public void run(Runnable request) {
              request.run();
            }

            @Override
            public void drop(Runnable request) {}
          },
          (ended, request) -> {},
          new Faults(),
          System::nanoTime);
  private final HandlerThreads<Runnable> threads = new HandlerThreads<>(pool, 2, 2);

  private static IoAdmission io() {
    return new IoAdmission(
        IoPolicy.of(ClosedLoop.settings()), () -> 0, System::nanoTime, new Faults());
  }

  private HandlerRequest<Runnable> resting() {
    return resting(threads);
  }

  private HandlerRequest<Runnable> resting(HandlerThreads<Runnable> among) {
    HandlerRequest<Runnable> handler = new HandlerRequest<>(new Thread(), pool);
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
  void asManyAreOnTheirWayAsThereAreCoresAndWork() {
    threads.start(null);
    HandlerRequest<Runnable> first = resting();
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
    HandlerTenant<Runnable> tenant =
        pool.locked(s -> s.add(io().waiters().locked(r -> r.add(A)), 1, 0));
    HandlerRequest<Runnable> lost = resting(pool.threads);
    assertThat(pool.offer(tenant.defaultClass, () -> {}, RequestKind.GET, 1))
        .isEqualTo(HandlerPool.Offer.ACCEPTED);
    assertThat(lost.idle).as("it is on its way").isFalse();
    HandlerRequest<Runnable> other = resting(pool.threads);
    assertThat(pool.notStarted(lost.thread())).isSameAs(other.thread());
  }

  @Test
  void theLastToRestIsTheFirstToBeWoken() {
    threads.start(null);
    HandlerRequest<Runnable> first = resting();
    HandlerRequest<Runnable> last = resting();
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
    HandlerRequest<Runnable> idle = (HandlerRequest<Runnable>) second.request;
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
    HandlerRequest<Runnable> third = resting();
    assertThat(threads.retire(third, true)).as("interrupted for an earlier request").isFalse();
    assertThat(threads.retire(third, false)).isTrue();
    assertThat(threads.retire(third, false)).as("it is no longer idle").isFalse();
    assertThat(threads.retire(resting(), false)).isTrue();
    threads.ended(((HandlerThreads.HandlerThread<Runnable>) made.get(0)).request);
    assertThat(threads.retire(resting(), false)).as("as many as slots stay").isFalse();
  }

  @Test
  void onlyThreadsThatHadARequestCanHaveWaitedForACore() {
    HandlerRequest<Runnable> worked = resting();
    HandlerRequest<Runnable> idle = resting();
    RunDelay delay = RunDelay.ofThisThread();
    assumeThat(delay).as("the system counts it").isNotNull();
    worked.runDelay = delay;
    idle.runDelay = delay;
    worked.takeDirect(() -> {});
    assertThat(threads.runDelays()).hasSize(1);
    assertThat(threads.runDelays()).as("it goes on").hasSize(1);
    worked.drop();
    assertThat(threads.runDelays()).as("it has ended meanwhile").hasSize(1);
    assertThat(threads.runDelays()).isEmpty();
  }
}
