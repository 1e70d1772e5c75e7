package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.Caps;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.io.IoPolicy;
import io.argus.regionserver.io.IoSchedule;
import io.argus.regionserver.scheduling.Faults;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The classes of a tenant at the handlers. */
class HandlerClassTest {
  private static final long MICRO = 1_000;
  private static final long SECOND = 1_000_000_000;

  private HandlerPolicy policy = HandlerPolicy.of(ClosedLoop.settings());
  private HandlerSchedule<String> schedule = new HandlerSchedule<>(4, policy);
  private final IoSchedule io = new IoSchedule(IoPolicy.of(ClosedLoop.settings()), 0);
  private final HandlerPool<String> pool = pool();
  private final Random random = new Random(5);
  private long now;

  private static final class Running implements Comparable<Running> {
    final HandlerRequest<String> request;
    final long nanos;
    final long endNanos;

    Running(HandlerRequest<String> request, long nanos, long endNanos) {
      this.request = request;
      this.nanos = nanos;
      this.endNanos = endNanos;
    }

    @Override
    public int compareTo(Running other) {
      return Long.compare(endNanos, other.endNanos);
    }
  }

  private static HandlerPool<String> pool() {
    Faults faults = new Faults();
    IoPolicy ioPolicy = IoPolicy.of(ClosedLoop.settings());
    IoAdmission admission = new IoAdmission(ioPolicy, () -> 0, System::nanoTime, faults);
    RequestRunner<String> noRunner =
        new RequestRunner<>() {
          @Override
          public void run(String request) {}

          @Override
          public void drop(String request) {}
        };
    HandlerPolicy policy = HandlerPolicy.of(ClosedLoop.settings());
    return new HandlerPool<>(
        4, policy, admission, noRunner, (ended, request) -> {}, faults, () -> 0);
  }

  private void use(int handlers, String... keysAndValues) {
    policy = HandlerPolicy.of(ClosedLoop.settings(keysAndValues));
    schedule = new HandlerSchedule<>(handlers, policy);
  }

  private HandlerTenant<String> tenant(String name) {
    return schedule.add(io.add(TenantId.of(name)), 1, now);
  }

  private HandlerClass<String> batch(HandlerTenant<String> tenant, double part) {
    HandlerClass<String> batch = tenant.addClass("batch", now);
    ClassTurns.weigh(batch, part);
    return batch;
  }

  private void offer(HandlerClass<String> to, String request) {
    RequestCosts costs = to.tenant.costs("table", RequestKind.GET);
    assertThat(schedule.offer(to, request, costs, 1, 100, RequestQueue.Queued.NO_DEADLINE, now))
        .isTrue();
  }

  private void offer(HandlerClass<String> to, int requests) {
    for (int i = 0; i < requests; i++) {
      offer(to, to.name + i);
    }
  }

  private HandlerRequest<String> take() {
    HandlerRequest<String> request = new HandlerRequest<>(Thread.currentThread(), pool);
    return schedule.next(request, now) ? request : null;
  }

  /**
   * Lets closed-loop clients that have sent their requests go on for a while; returns the handler
   * time of each class.
   *
   * @param meanMicros mean time of a request, by name of the class
   */
  private Map<HandlerClass<String>, Double> run(long nanos, Map<String, Integer> meanMicros) {
    Map<HandlerClass<String>, Double> used = new HashMap<>();
    PriorityQueue<Running> running = new PriorityQueue<>();
    for (long end = now + nanos; now < end; ) {
      for (HandlerRequest<String> taken = take(); taken != null; taken = take()) {
        long took = 1 + random.nextInt(2 * meanMicros.get(taken.ofClass().name)) * MICRO;
        running.add(new Running(taken, took, now + took));
      }
      Running ended = running.remove();
      now = ended.endNanos;
      HandlerClass<String> of = ended.request.ofClass();
      used.merge(of, (double) ended.nanos, Double::sum);
      schedule.finish(ended.request, ended.nanos, ended.nanos, now);
      offer(of, ended.request.request());
    }
    for (Running each : running) {
      schedule.finish(each.request, each.nanos, each.nanos, now);
    }
    return used;
  }

  @ParameterizedTest
  @CsvSource({"100, 100, 50, 50", "100, 1000, 50, 50", "1000, 100, 20, 200", "300, 300, 200, 10"})
  void classesHaveHandlerTimeInProportionToTheirWeights(
      int meanMicros, int meanMicrosOfBatch, int clients, int clientsOfBatch) {
    HandlerTenant<String> shop = tenant("shop");
    HandlerClass<String> batch = batch(shop, 1 / 9.0);
    offer(shop.defaultClass, clients);
    offer(batch, clientsOfBatch);

    Map<HandlerClass<String>, Double> used =
        run(20 * SECOND, Map.of("default", meanMicros, "batch", meanMicrosOfBatch));

    double part = used.get(batch) / (used.get(batch) + used.get(shop.defaultClass));
    assertThat(part).isCloseTo(0.1, within(0.005));
  }

  @Test
  void classesDivideTheTurnOfTheirTenantAndNothingElse() {
    HandlerTenant<String> shop = tenant("shop");
    HandlerTenant<String> other = tenant("other");
    HandlerClass<String> batch = batch(shop, 1 / 9.0);
    offer(shop.defaultClass, 50);
    offer(batch, 50);
    offer(other.defaultClass, 50);

    Map<HandlerClass<String>, Double> used = run(20 * SECOND, Map.of("default", 200, "batch", 200));

    double all = used.values().stream().mapToDouble(nanos -> nanos).sum();
    assertThat(used.get(other.defaultClass) / all).isCloseTo(0.5, within(0.025));
    assertThat(used.get(batch) / all).isCloseTo(0.05, within(0.0025));
  }

  @Test
  void whatAClassDoesNotUseGoesToTheOthers() {
    HandlerTenant<String> shop = tenant("shop");
    HandlerClass<String> batch = batch(shop, 0.001);
    offer(batch, 50);

    Map<HandlerClass<String>, Double> used = run(SECOND, Map.of("batch", 200));

    assertThat(used.get(batch)).isCloseTo(4.0 * SECOND, within(0.01 * SECOND));
  }

  @Test
  void noClassStarvesHoweverSmallItsWeight() {
    HandlerTenant<String> shop = tenant("shop");
    HandlerClass<String> batch = batch(shop, 0.001);
    offer(shop.defaultClass, 50);
    offer(batch, 50);

    Map<HandlerClass<String>, Double> used = run(60 * SECOND, Map.of("default", 100, "batch", 100));

    assertThat(used.get(batch) / (60.0 * 4 * SECOND)).isCloseTo(0.001, within(0.0005));
  }

  @Test
  void aClassThatUsesLittleDoesNotWaitBehindTheBackloggedOne() {
    use(1);
    HandlerTenant<String> shop = tenant("shop");
    HandlerClass<String> batch = batch(shop, 1 / 9.0);
    offer(batch, 100);
    for (int i = 0; i < 50; i++) {
      HandlerRequest<String> before = take();
      assertThat(before.ofClass()).isSameAs(batch);
      offer(shop.defaultClass, "get" + i);
      schedule.finish(before, 1_000 * MICRO, 1_000 * MICRO, now);
      HandlerRequest<String> next = take();
      assertThat(next.request()).isEqualTo("get" + i);
      schedule.finish(next, 50 * MICRO, 50 * MICRO, now);
    }
  }

  @Test
  void aScanGivesItsSlotToAnotherClassAfterAPiece() {
    use(1);
    HandlerTenant<String> shop = tenant("shop");
    HandlerClass<String> batch = batch(shop, 1 / 9.0);
    offer(batch, "scan");
    HandlerRequest<String> scan = take();
    assertThat(schedule.pause(scan, 300 * MICRO)).as("nobody waits").isZero();
    offer(shop.defaultClass, "get");
    assertThat(schedule.pause(scan, 600 * MICRO)).isPositive();
    assertThat(schedule.resume()).as("the other class is next").isNull();
    HandlerRequest<String> get = take();
    assertThat(get.request()).isEqualTo("get");
    assertThat(schedule.resume()).as("no slot is free").isNull();
    schedule.finish(get, 50 * MICRO, 50 * MICRO, now);
    assertThat(schedule.resume()).isSameAs(scan);
    schedule.finish(scan, 700 * MICRO, 700 * MICRO, now);
    assertThat(schedule.running()).isZero();
    assertThat(schedule.blocked()).isZero();
  }

  @Test
  void aClassLeavesRoomBelowTheBoundOfBlockedRequestsToTheOthers() {
    use(16);
    HandlerTenant<String> shop = tenant("shop");
    HandlerClass<String> batch = batch(shop, 1 / 9.0);
    batch.ioRatio = 1;
    int bound = schedule.blockedBound(batch);
    offer(shop.defaultClass, 1);
    offer(batch, 2 * bound);
    schedule.finish(take(), 50 * MICRO, 50 * MICRO, now);
    int blocked = 0;
    for (HandlerRequest<String> taken = take(); taken != null; taken = take()) {
      schedule.leaveSlot(taken);
      blocked++;
    }
    assertThat(blocked).isEqualTo(HandlerLimits.besideOthers(bound)).isLessThan(bound);
    shop.defaultClass.ioRatio = 1;
    for (int i = blocked; i < bound; i++) {
      offer(shop.defaultClass, "get" + i);
      schedule.leaveSlot(take());
    }
    offer(shop.defaultClass, "beyond the bound");
    assertThat(take()).isNull();
    shop.defaultClass.ioRatio = 0;
    schedule.sweep(now);
    assertThat(take()).as("waits for no other class").isNotNull();
  }

  @Test
  void nothingIsLostHoweverClassesComeAndGo() {
    HandlerTenant<String> shop = tenant("shop");
    int offered = 0;
    int ended = 0;
    PriorityQueue<Running> running = new PriorityQueue<>();
    for (int step = 0; step < 20_000; step++) {
      String name = "class" + random.nextInt(4);
      switch (random.nextInt(8)) {
        case 0:
          HandlerClass<String> known = shop.find(name);
          ClassTurns.weigh(known == null ? shop.addClass(name, now) : known, random.nextDouble());
          break;
        case 1:
          schedule.policy(
              HandlerPolicy.of(
                  ClosedLoop.settings("argus.mode", random.nextBoolean() ? "observe" : "enforce")));
          break;
        case 2:
          now += random.nextInt(3) == 0 ? HandlerTenants.FORGET_NANOS / 3 : MICRO;
          schedule.sweep(now);
          break;
        case 3:
        case 4:
          if (!shop.forgotten) {
            HandlerClass<String> to = shop.find(name);
            offer(to == null ? shop.defaultClass : to, "request" + offered++);
          }
          break;
        case 5:
        case 6:
          HandlerRequest<String> taken = take();
          if (taken != null) {
            running.add(new Running(taken, MICRO, step));
          }
          break;
        default:
          if (!running.isEmpty()) {
            schedule.finish(running.remove().request, MICRO, MICRO, now);
            ended++;
          }
      }
      if (shop.forgotten) {
        shop = tenant("shop");
      }
      assertThat(schedule.queued() + running.size() + ended).isEqualTo(offered);
      assertThat(schedule.queuedRequests()).hasSize(schedule.queued());
    }
    schedule.policy(policy);
    while (ended < offered) {
      HandlerRequest<String> taken = take();
      if (taken == null) {
        schedule.finish(running.remove().request, MICRO, MICRO, now);
        ended++;
      } else {
        running.add(new Running(taken, MICRO, 0));
      }
    }
    assertThat(schedule.queued() + running.size()).isZero();
    assertThat(schedule.running()).isZero();
    assertThat(schedule.blocked()).isZero();
  }

  @Test
  void aClassThatIsNotUsedIsForgottenAndItsTenantIsAsIfItHadNeverBeen() {
    HandlerTenant<String> shop = tenant("shop");
    HandlerClass<String> batch = batch(shop, 1 / 9.0);
    offer(batch, 1);
    schedule.finish(take(), MICRO, MICRO, now);
    for (int i = 0; i < 20; i++) {
      now += HandlerTenants.FORGET_NANOS / 10;
      offer(shop.defaultClass, 1);
      schedule.finish(take(), MICRO, MICRO, now);
      schedule.sweep(now);
    }
    assertThat(batch.forgotten).isTrue();
    assertThat(shop.forgotten).isFalse();
    assertThat(shop.isDivided()).isFalse();
    assertThat(shop.activeClasses).isEqualTo(1);
  }

  private void cap(HandlerClass<String> ofClass, String limits) {
    ofClass.cap.limit(Caps.parse("a/batch:" + limits).of("a/batch"), 1, now);
    schedule.holds().followCaps(now);
  }

  @Test
  void aClassAboveItsCapWaitsAndItsTenantsOtherRequestsGoOn() {
    HandlerTenant<String> a = tenant("a");
    HandlerClass<String> batch = batch(a, 1);
    cap(batch, "ops=10");
    offer(batch, 100);
    offer(a.defaultClass, 100);
    int ofBatch = 0;
    HandlerRequest<String> waited = null;
    long waitedNanos = 0;
    for (long end = now + 2 * SECOND; now < end; now += SECOND / 100) {
      schedule.holds().followCaps(now);
      for (HandlerRequest<String> taken = take(); taken != null; taken = take()) {
        boolean isBatch = taken.ofClass() == batch;
        ofBatch += isBatch ? 1 : 0;
        waited = isBatch ? taken : waited;
        waitedNanos += isBatch ? taken.capWaitNanos() : 0;
        schedule.finish(taken, 0, 0, now);
      }
    }
    assertThat(ofBatch).isBetween(20, 21);
    assertThat(a.defaultClass.queue.length()).isZero();
    assertThat(waited.capWaitNanos()).isGreaterThan(SECOND);
    assertThat(waited.queueWaitNanos()).isLessThan(SECOND / 10);
    assertThat(batch.capWaitNanos).isEqualTo(waitedNanos);
    assertThat(a.defaultClass.capWaitNanos).isZero();
    assertThat(a.backlogged).as("kept waiting by others").isFalse();
    assertThat(a.heldByCap).isZero();
    assertThat(batch.cap.usedSeconds()).isBetween(2.0, 2.2);
    offer(batch, "late");
    assertThat(batch.heldByCap).isEqualTo(1);
    assertThat(schedule.holds().sentAwayNanos(batch, 1, 100, now))
        .as("ten seconds may wait")
        .isZero();
    offer(batch, 100);
    assertThat(schedule.holds().sentAwayNanos(batch, 1, 100, now)).isPositive();
    assertThat(schedule.holds().sentAwayNanos(a.defaultClass, 1, 100, now)).isZero();
    batch.cap.limit(Caps.Cap.NONE, 0, now);
    schedule.holds().followCaps(now);
    assertThat(take().ofClass()).isSameAs(batch);
  }

  @Test
  void aRequestOfAClassCountsForTheCapOfItsTenantToo() {
    HandlerTenant<String> a = tenant("a");
    HandlerClass<String> batch = batch(a, 1);
    a.cap.limit(Caps.parse("a:ops=10").of("a"), 1, now);
    cap(batch, "ops=100");
    offer(batch, 100);
    int taken = 0;
    for (long end = now + 2 * SECOND; now < end; now += SECOND / 100) {
      schedule.holds().followCaps(now);
      for (HandlerRequest<String> next = take(); next != null; next = take()) {
        taken++;
        schedule.finish(next, 0, 0, now);
      }
    }
    assertThat(taken).isBetween(20, 21);
    assertThat(batch.cap.usedSeconds()).isBetween(0.2, 0.22);
    assertThat(batch.waitsForCap()).isTrue();
    assertThat(batch.isCapped()).isFalse();
    assertThat(batch.capWaitNanos).as("also for its tenant's").isGreaterThan(SECOND);
  }
}
