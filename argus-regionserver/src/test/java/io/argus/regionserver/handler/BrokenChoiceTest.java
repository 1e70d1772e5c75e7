package io.argus.regionserver.handler;

import static io.argus.regionserver.handler.Await.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import java.lang.reflect.Field;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A defect, which no test can foresee: here the schedule loses its ring of tenants. */
@Timeout(60)
class BrokenChoiceTest {
  private static final TenantId ALICE = TenantId.of("alice");

  private final TenantScheduler<Runnable> scheduler =
      new TenantScheduler<>(
          Settings.defaults(),
          2,
          () -> 0,
          new RequestRunner<>() {
            @Override
            public void run(Runnable request) {
              request.run();
            }

            @Override
            public void drop(Runnable request) {}
          },
          (ended, request) -> {},
          System::nanoTime);

  @Test
  void whatIsQueuedRunsAndTheRestIsLeftToThePlatform() throws Exception {
    scheduler.start("test");
    Semaphore turns = new Semaphore(0);
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 10; i++) {
      offer(
          () -> {
            turns.acquireUninterruptibly();
            ran.incrementAndGet();
          });
    }
    await(() -> scheduler.queueLength() == 8);
    Object schedule = get(get(scheduler, "pool"), "schedule");
    Object slots = get(schedule, "reads");
    set(schedule, "reads", null);
    turns.release(10);
    await(() -> ran.get() == 10);
    assertThat(scheduler.hasGivenUp()).isTrue();
    assertThatIllegalStateException()
        .isThrownBy(() -> offer(() -> {}))
        .withMessageContaining("admission has failed");
    set(schedule, "reads", slots);
    scheduler.stop();
    await(() -> scheduler.threads() == 0);
  }

  @Test
  void aRequestThatIsQueuedIsNotLeftToThePlatformToo() throws Exception {
    scheduler.start("test");
    AtomicInteger ran = new AtomicInteger();
    offer(ran::incrementAndGet);
    await(() -> ran.get() == 1);
    Object schedule = get(get(scheduler, "pool"), "schedule");
    Object slots = get(schedule, "reads");
    set(schedule, "reads", null);
    offer(ran::incrementAndGet);
    set(schedule, "reads", slots);
    assertThat(scheduler.faults()).isPositive();
    offer(ran::incrementAndGet);
    await(() -> ran.get() == 3);
    scheduler.stop();
    await(() -> scheduler.threads() == 0);
  }

  private void offer(Runnable request) {
    scheduler.offer(ALICE, RequestKind.GET, 100, request);
  }

  private static Object get(Object of, String field) throws ReflectiveOperationException {
    return accessible(of, field).get(of);
  }

  private static void set(Object of, String field, Object value)
      throws ReflectiveOperationException {
    accessible(of, field).set(of, value);
  }

  private static Field accessible(Object of, String field) throws ReflectiveOperationException {
    Field found = of.getClass().getDeclaredField(field);
    found.setAccessible(true);
    return found;
  }
}
