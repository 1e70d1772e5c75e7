package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.Caps;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.io.IoPolicy;
import io.argus.regionserver.io.IoRequests;
import io.argus.regionserver.io.IoSchedule;
import io.argus.regionserver.scheduling.Faults;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandlerScheduleTest {
  private static final long MICRO = 1_000;
  private static final long SECOND = 1_000_000_000;
  private static final int CORES = 2;

  private HandlerPolicy policy = policy();
  private HandlerSchedule<String> schedule = new HandlerSchedule<>(4, policy);
  private final IoSchedule io = new IoSchedule(IoPolicy.of(ClosedLoop.settings()), 0);
  private final HandlerPool<String> pool = pool();
  private long now;

  private static HandlerPolicy policy(String... keysAndValues) {
    return HandlerPolicy.of(ClosedLoop.settings(keysAndValues), CORES);
  }

  /** Where requests belong that no thread runs. */
  private static HandlerPool<String> pool() {
    Faults faults = new Faults();
    IoAdmission io =
        new IoAdmission(IoPolicy.of(ClosedLoop.settings()), () -> 0, System::nanoTime, faults);
    return new HandlerPool<>(
        4, policy(), io, new NoRunner(), (ended, request) -> {}, faults, () -> 0);
  }

  private static final class NoRunner implements RequestRunner<String> {
    @Override
    public void run(String request) {}

    @Override
    public void drop(String request) {}
  }

  private void use(int handlers, String... keysAndValues) {
    policy = policy(keysAndValues);
    schedule = new HandlerSchedule<>(handlers, policy);
  }

  private HandlerTenant<String> tenant(String name, double weight) {
    return schedule.add(io.add(TenantId.of(name)), weight, now);
  }

  private boolean offer(HandlerTenant<String> tenant, String request) {
    return offer(tenant, request, RequestKind.GET, 100);
  }

  private boolean offer(
      HandlerTenant<String> tenant, String request, RequestKind kind, long bytes) {
    RequestCosts costs = tenant.costs("table", kind);
    return schedule.offer(
        tenant.defaultClass, request, costs, 1, bytes, RequestQueue.Queued.NO_DEADLINE, now);
  }

  private HandlerRequest<String> take() {
    HandlerRequest<String> request = new HandlerRequest<>(Thread.currentThread(), pool);
    return schedule.next(request, now) ? request : null;
  }

  /** Ends a request that computed all the time. */
  private void finish(HandlerRequest<String> request, long nanos) {
    schedule.finish(request, nanos, nanos, now);
  }

  private void cap(HandlerTenant<String> tenant, String limits) {
    Caps caps = Caps.parse(tenant.id() + ":" + limits);
    tenant.cap.limit(caps.of(tenant.id().name()), 1, now);
    schedule.holds().followCaps(now);
  }

  @Test
  void whatIsAboveACapWaitsWithoutASlotAndHoldsNobodyElseUp() {
    use(2);
    HandlerTenant<String> capped = tenant("capped", 1);
    HandlerTenant<String> other = tenant("other", 1);
    cap(capped, "ops=10");
    int cappedRuns = 0;
    int otherRuns = 0;
    for (int i = 0; i < 100; i++) {
      offer(capped, "capped" + i);
    }
    for (long end = now + 2 * SECOND; now < end; now += 2_000 * MICRO) {
      offer(other, "other");
      schedule.holds().followCaps(now);
      for (HandlerRequest<String> taken = take(); taken != null; taken = take()) {
        cappedRuns += taken.owner() == capped ? 1 : 0;
        otherRuns += taken.owner() == other ? 1 : 0;
        finish(taken, 100 * MICRO);
      }
      assertThat(schedule.running()).isZero();
    }

    assertThat(cappedRuns).isBetween(20, 21);
    HandlerRequest<String> next = null;
    for (; next == null; now += 2_000 * MICRO) {
      schedule.holds().followCaps(now);
      next = take();
    }
    assertThat(next.capWaitNanos())
        .as("after the first one")
        .isBetween(2 * SECOND, 2_200_000 * MICRO);
    assertThat(next.queueWaitNanos()).as("for a handler").isLessThan(10_000 * MICRO);
    finish(next, 100 * MICRO);
    assertThat(otherRuns).isEqualTo(1_000);
    assertThat(capped.heldByCap).isZero(); // all came before it was above the cap
    assertThat(capped.backlogged).as("kept waiting by others").isFalse();
    offer(capped, "late");
    assertThat(capped.heldByCap).isEqualTo(1);
  }

  @Test
  void eachActionOfAMultiIsChargedAndItsClientIsSentAwayIfItWouldWaitForLong() {
    HandlerTenant<String> a = tenant("a", 1);
    cap(a, "ops=100");
    RequestCosts costs = a.costs("table", RequestKind.MULTI);
    for (int i = 0; i <= 10; i++) {
      assertThat(schedule.holds().sentAwayNanos(a.defaultClass, 100, 100, now)).isZero();
      schedule.offer(
          a.defaultClass, "multi", costs, 100, 100, RequestQueue.Queued.NO_DEADLINE, now);
    }

    assertThat(schedule.holds().sentAwayNanos(a.defaultClass, 100, 100, now)).isEqualTo(SECOND);
    assertThat(schedule.holds().sentAwayNanos(a.defaultClass, 100, 100, now)).isEqualTo(2 * SECOND);
    finish(take(), 0);
    assertThat(take()).as("before a second has passed").isNull();
    now += SECOND;
    schedule.holds().followCaps(now);
    assertThat(take()).isNotNull();
  }

  private void holdWrites(String... tenants) {
    schedule
        .holds()
        .holdWrites(Arrays.stream(tenants).map(TenantId::of).collect(Collectors.toSet()), now);
  }

  private void offerWrite(HandlerTenant<String> tenant, String request, long usefulNanos) {
    RequestCosts costs = tenant.costs("table", RequestKind.MULTI);
    schedule.offer(tenant.defaultClass, request, costs, 1, 100, usefulNanos, now);
  }

  @Test
  void whereATenantsWritesAreHeldBackItsReadsAndOthersGoOn() {
    use(4);
    HandlerTenant<String> held = tenant("held", 1);
    HandlerTenant<String> other = tenant("other", 1);
    holdWrites("held", "unknown");
    offerWrite(held, "write", 60 * SECOND);
    offer(held, "read");
    offerWrite(other, "others", 60 * SECOND);

    HandlerRequest<String> first = take();
    HandlerRequest<String> second = take();
    assertThat(take()).isNull();
    assertThat(List.of(first.request(), second.request()))
        .containsExactlyInAnyOrder("read", "others");
    assertThat(held.writesHeld).isEqualTo(1);
    assertThat(held.backlogged).as("kept waiting by others").isFalse();
    finish(first, MICRO);
    finish(second, MICRO);
    now += SECOND / 2;
    holdWrites();
    HandlerRequest<String> write = take();
    assertThat(write.request()).isEqualTo("write");
    assertThat(write.memstoreWaitNanos()).isEqualTo(SECOND / 2);
    assertThat(write.queueWaitNanos()).isZero();
  }

  /** One with a short timeout takes those along that came before it: their order stays. */
  @Test
  void aWriteIsHeldBackForTenSecondsOrHalfOfItsTimeout() {
    use(4);
    HandlerTenant<String> held = tenant("held", 1);
    holdWrites("held");
    offerWrite(held, "forever", RequestQueue.Queued.NO_DEADLINE);
    offerWrite(held, "short", 2 * SECOND);
    offerWrite(held, "minute", 60 * SECOND);
    List<String> taken = new ArrayList<>();
    List<Long> seconds = new ArrayList<>();
    for (long begin = now; now < begin + 12 * SECOND; now += SECOND / 10) {
      holdWrites("held");
      for (HandlerRequest<String> next = take(); next != null; next = take()) {
        taken.add(next.request());
        seconds.add((now - begin) / SECOND);
        finish(next, MICRO);
      }
    }

    assertThat(taken).containsExactly("forever", "short", "minute");
    assertThat(seconds).containsExactly(1L, 1L, 10L);
  }

  @Test
  void writesGoOnIfWhoHoldsThemBackSaysNothingForASecond() {
    use(4);
    HandlerTenant<String> held = tenant("held", 1);
    holdWrites("held");
    offerWrite(held, "write", 60 * SECOND);
    now += SECOND / 2;
    schedule.holds().followHolds(now);
    assertThat(take()).isNull();
    now += SECOND / 2;
    schedule.holds().followHolds(now);
    assertThat(take()).isNotNull();
  }

  @Test
  void noWriteIsHeldBackWhileObserving() {
    use(4);
    HandlerTenant<String> held = tenant("held", 1);
    holdWrites("held");
    offerWrite(held, "write", 60 * SECOND);
    assertThat(take()).isNull();
    schedule.policy(policy("argus.mode", "observe"));
    assertThat(take()).isNotNull();
  }

  @Test
  void nothingIsCappedWhileObserving() {
    use(4, "argus.mode", "observe");
    HandlerTenant<String> a = tenant("a", 1);
    cap(a, "ops=1");
    for (int i = 0; i < 100; i++) {
      assertThat(schedule.holds().sentAwayNanos(a.defaultClass, 1, 100, now)).isZero();
      offer(a, "request");
      finish(take(), 0);
    }
  }

  @Test
  void requestsOfOneTenantRunInTheOrderOfTheirArrival() {
    use(1_000);
    HandlerTenant<String> a = tenant("a", 1);
    HandlerTenant<String> b = tenant("b", 3);
    List<String> taken = new ArrayList<>();
    Random random = new Random(7);
    int sentA = 0;
    int sentB = 0;
    for (int step = 0; step < 500; step++) {
      if (random.nextBoolean()) {
        offer(a, "a" + sentA++);
      } else {
        offer(b, "b" + sentB++);
      }
      if (random.nextInt(3) == 0) {
        HandlerRequest<String> request = take();
        if (request != null) {
          taken.add(request.request());
          finish(request, random.nextInt(500) * MICRO);
        }
      }
    }
    for (HandlerRequest<String> request = take(); request != null; request = take()) {
      taken.add(request.request());
    }
    assertThat(taken).hasSize(500);
    assertThat(numbers(taken, "a")).isSorted().hasSize(sentA);
    assertThat(numbers(taken, "b")).isSorted().hasSize(sentB);
  }

  private static List<Integer> numbers(List<String> taken, String prefix) {
    return taken.stream()
        .filter(r -> r.startsWith(prefix))
        .map(r -> Integer.valueOf(r.substring(1)))
        .collect(Collectors.toList());
  }

  @Test
  void aScanInPiecesSharesTheHandlerWithGetsOfAnotherTenant() {
    use(1);
    HandlerTenant<String> scanner = tenant("scanner", 1);
    HandlerTenant<String> getter = tenant("getter", 1);
    offer(scanner, "scan");
    HandlerRequest<String> scan = take();
    offer(getter, "get");
    offer(getter, "get");
    HandlerRequest<String> running = scan;
    long pausedAt = 0;
    long scanned = 0;
    for (int step = 0; step < 2_000; step++) {
      now += 250 * MICRO;
      if (running == scan) {
        scanned++;
        schedule.pause(scan, scanned * 250 * MICRO);
        pausedAt = now;
      } else {
        finish(running, 250 * MICRO);
        offer(getter, "get");
      }
      if (scan.paused) {
        running = schedule.resume() == null ? take() : scan;
        scan.pausedNanos += running == scan ? now - pausedAt : 0;
      }
      assertThat(schedule.running()).isEqualTo(1);
    }
    assertThat(scanned).isBetween(900L, 1_100L);
  }

  @Test
  void fullQueueRejectsOnlyItsTenant() {
    use(4, "argus.queue.length", "3");
    HandlerTenant<String> a = tenant("a", 1);
    HandlerTenant<String> b = tenant("b", 1);
    for (int i = 0; i < 3; i++) {
      assertThat(offer(a, "a")).isTrue();
    }
    assertThat(offer(a, "a")).isFalse();
    assertThat(a.rejected).isEqualTo(1);
    assertThat(offer(b, "b")).isTrue();
  }

  @Test
  void queueIsBoundedInBytesButTakesOneLargeRequest() {
    use(4, "argus.queue.bytes", "2000");
    HandlerTenant<String> a = tenant("a", 1);
    assertThat(offer(a, "large", RequestKind.WRITE, 10_000)).isTrue();
    assertThat(offer(a, "small", RequestKind.WRITE, 1)).isFalse();
    take();
    assertThat(offer(a, "small", RequestKind.WRITE, 1)).isTrue();
    assertThat(offer(a, "small", RequestKind.WRITE, 2_000)).isFalse();
    assertThat(a.defaultClass.queue.bytes()).isEqualTo(1);
  }

  @Test
  void noMoreRequestsRunThanThereAreHandlers() {
    HandlerTenant<String> a = tenant("a", 1);
    for (int i = 0; i < 10; i++) {
      offer(a, "a");
    }
    HandlerRequest<String> first = take();
    for (int i = 0; i < 3; i++) {
      assertThat(take()).isNotNull();
    }
    assertThat(take()).isNull();
    schedule.leaveSlot(first);
    assertThat(take()).isNotNull();
    schedule.takeSlot(first);
    assertThat(schedule.running()).isEqualTo(5);
    assertThat(schedule.ready()).isFalse();
  }

  @Test
  void whateverATenantsRequestsWaitForInTheirSlotsSomeAreLeftToOthers() {
    use(8);
    HandlerTenant<String> stalled = tenant("stalled", 1);
    HandlerTenant<String> other = tenant("other", 1);
    for (int i = 0; i < 20; i++) {
      offer(stalled, "s" + i);
    }
    List<HandlerRequest<String>> all = new ArrayList<>();
    for (HandlerRequest<String> request = take(); request != null; request = take()) {
      all.add(request);
    }
    assertThat(all).as("alone").hasSize(8);
    offer(other, "o1");
    offer(other, "o2");
    HandlerRequest<String> first = take();
    assertThat(first.owner()).isSameAs(other);
    assertThat(take()).as("one slot in eight").isNull();
    finish(first, 900 * MICRO);
    assertThat(take().owner()).isSameAs(other);
    finish(all.get(0), MICRO);
    assertThat(take()).as("still as many as it may have").isNull();
    finish(all.get(1), MICRO);
    assertThat(take().owner()).isSameAs(stalled);
  }

  @Test
  void afterAStallATenantMakesGoodForFiveSecondsAtMost() {
    use(1);
    HandlerTenant<String> stalled = tenant("stalled", 1);
    HandlerTenant<String> other = tenant("other", 1);
    offer(stalled, "s");
    finish(take(), 900 * SECOND);
    offer(stalled, "s");
    long served = 0;
    while (true) {
      offer(other, "o");
      HandlerRequest<String> request = take();
      if (request.owner() == stalled) {
        break;
      }
      finish(request, 1_000 * MICRO);
      served += 1_000 * MICRO;
      assertThat(served).isLessThan(6 * SECOND);
    }
    assertThat(served).isGreaterThan(4 * SECOND);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void handlerTimeFollowsWeightsWhateverTheRequestsCost(long seed) {
    Random random = new Random(seed);
    use(8, "argus.queue.length", "1000000");
    double[] weight = {1, 2, 0.5};
    long[] meanCost = {20 * MICRO, 2_000 * MICRO, 150 * MICRO};
    List<HandlerTenant<String>> tenants = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      tenants.add(tenant("t" + i, weight[i]));
      for (int k = 0; k < 400_000; k++) {
        if (!offer(tenants.get(i), "x")) {
          break;
        }
      }
    }
    Map<HandlerTenant<String>, Double> served = new HashMap<>();
    Deque<HandlerRequest<String>> running = new ArrayDeque<>();
    for (int step = 0; step < 200_000; step++) {
      HandlerRequest<String> request = take();
      if (request != null) {
        running.add(request);
      }
      if (running.size() == 4) {
        HandlerRequest<String> ended = running.poll();
        int i = tenants.indexOf(ended.owner());
        long nanos = (long) (meanCost[i] * 2 * random.nextDouble());
        served.merge(ended.owner(), (double) nanos, Double::sum);
        finish(ended, nanos);
      }
    }
    double total = served.values().stream().mapToDouble(v -> v).sum();
    for (int i = 0; i < 3; i++) {
      assertThat(tenants.get(i).defaultClass.queue.isEmpty()).isFalse();
      double expected = weight[i] / 3.5;
      assertThat(served.get(tenants.get(i)) / total).isCloseTo(expected, within(0.02 * expected));
    }
  }

  @Test
  void tenantAtItsBlockedBoundIsSkippedUntilOneOfItsRequestsIsBack() {
    use(4, "argus.io.blocked.limit", "6");
    HandlerTenant<String> disk = tenant("disk", 1);
    HandlerTenant<String> hot = tenant("hot", 1);
    for (int i = 0; i < 20; i++) {
      offer(disk, "disk");
      offer(hot, "hot");
    }
    assertThat(schedule.blockedBound(disk.defaultClass)).isEqualTo(6);
    Deque<HandlerRequest<String>> blocked = new ArrayDeque<>();
    while (disk.reads.flow.active()) {
      HandlerRequest<String> request = take();
      if (request.owner() == disk) {
        IoRequests.askForIo(request.io);
        schedule.leaveSlot(request);
        blocked.add(request);
      } else {
        finish(request, 100 * MICRO);
      }
    }
    assertThat(disk.blocked).as("all but a fourth, and of that its part").isEqualTo(5);
    for (int i = 0; i < 5 && !hot.defaultClass.queue.isEmpty(); i++) {
      HandlerRequest<String> request = take();
      assertThat(request.owner()).isSameAs(hot);
      finish(request, 100 * MICRO);
    }
    HandlerRequest<String> back = blocked.poll();
    schedule.takeSlot(back);
    assertThat(disk.reads.flow.active()).isTrue();
    finish(back, 100 * MICRO);
    assertThat(disk.reads.flow.active()).isTrue();
  }

  private HandlerRequest<String> blocked(HandlerRequest<String> request) {
    IoRequests.askForIo(request.io);
    schedule.leaveSlot(request);
    return request;
  }

  @Test
  void aTenantThatNeedsTheDiskUsesThePlacesThatOthersLeave() {
    use(30);
    for (int i = 0; i < 128; i++) {
      HandlerTenant<String> trickle = tenant("t" + i, 1);
      offer(trickle, "x");
      finish(take(), MICRO);
    }
    HandlerTenant<String> disk = tenant("disk", 1);
    disk.defaultClass.ioRatio = 1;
    for (int i = 0; i < 40; i++) {
      offer(disk, "r" + i);
    }
    for (int i = 0; i < 30; i++) {
      blocked(take());
    }
    assertThat(disk.blocked).isEqualTo(30);
    assertThat(take()).as("as many as the host has handlers").isNull();
  }

  @Test
  void whatOthersBorrowLeavesEachTenantItsPart() {
    use(30, "argus.io.blocked.limit", "64");
    Deque<HandlerRequest<String>> borrowed = new ArrayDeque<>();
    for (int i = 0; i < 4; i++) {
      HandlerTenant<String> disk = tenant("disk" + i, 1);
      disk.defaultClass.ioRatio = 1;
      for (int r = 0; r < 30; r++) {
        offer(disk, "r" + r);
      }
    }
    for (HandlerRequest<String> request = take(); request != null; request = take()) {
      borrowed.add(blocked(request));
    }
    assertThat(schedule.blocked()).isEqualTo(48);
    HandlerTenant<String> late = tenant("late", 1);
    late.defaultClass.ioRatio = 1;
    for (int i = 0; i < 10; i++) {
      offer(late, "late" + i);
    }
    for (int i = 0; i < 3; i++) {
      assertThat(blocked(take()).owner()).isSameAs(late);
    }
    assertThat(take()).as("a fourth of the limit, divided by five").isNull();
    while (schedule.blocked() >= 48) {
      finish(borrowed.remove(), MICRO);
    }
    assertThat(take()).as("those that were held are back").isNotNull();
  }

  @Test
  void hitsFindAThreadHoweverManyTenantsWaitForTheDisk() {
    use(30);
    Deque<HandlerRequest<String>> waiting = new ArrayDeque<>();
    for (int i = 0; i < 400; i++) {
      HandlerTenant<String> disk = tenant("disk" + i, 1);
      disk.defaultClass.ioRatio = 1;
      offer(disk, "x");
      HandlerRequest<String> request = take();
      if (request != null) {
        waiting.add(blocked(request));
      }
    }
    assertThat(schedule.blocked()).isEqualTo(256);
    HandlerTenant<String> hot = tenant("hot", 1);
    hot.defaultClass.ioRatio = 0.05;
    for (int i = 0; i < 100; i++) {
      offer(hot, "hit");
      HandlerRequest<String> hit = take();
      assertThat(hit.owner()).isSameAs(hot);
      finish(hit, MICRO);
    }
    for (int left = 400; left > 0; left--) {
      finish(waiting.remove(), MICRO);
      HandlerRequest<String> next = take();
      if (next != null) {
        waiting.add(blocked(next));
      }
    }
    assertThat(schedule.queued()).isZero();
    assertThat(schedule.blocked()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void blockedRequestsStayWithinTheLimitOnceHabitsAreKnown(long seed) {
    Random random = new Random(seed);
    int tenants = 1 + random.nextInt(8);
    use(30, "argus.io.blocked.limit", "64", "argus.queue.length", "100000");
    List<HandlerTenant<String>> disk = new ArrayList<>();
    for (int i = 0; i < tenants; i++) {
      disk.add(tenant("t" + i, 1));
      disk.get(i).defaultClass.ioRatio = 1;
    }
    Deque<HandlerRequest<String>> blocked = new ArrayDeque<>();
    for (int step = 0; step < 5_000; step++) {
      offer(disk.get(random.nextInt(tenants)), "x");
      HandlerRequest<String> request = take();
      if (request != null) {
        IoRequests.askForIo(request.io);
        schedule.leaveSlot(request);
        blocked.add(request);
      }
      if (random.nextInt(3) == 0 && !blocked.isEmpty()) {
        HandlerRequest<String> back = blocked.poll();
        schedule.takeSlot(back);
        finish(back, MICRO);
      }
      assertThat(schedule.blocked()).isLessThanOrEqualTo(64 + tenants);
    }
  }

  @Test
  void randomCommandsKeepTheCountsRight() {
    Random random = new Random(11);
    use(5, "argus.io.blocked.limit", "12");
    List<HandlerTenant<String>> tenants = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      tenants.add(tenant("t" + i, 1 + i));
    }
    List<HandlerRequest<String>> open = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      now += random.nextInt(1_000_000);
      switch (random.nextInt(5)) {
        case 0, 1 -> offer(tenants.get(random.nextInt(4)), "x");
        case 2 -> {
          HandlerRequest<String> request = take();
          if (request != null) {
            open.add(request);
          } else {
            assertNothingMayRun(tenants);
          }
        }
        case 3 -> {
          if (!open.isEmpty()) {
            HandlerRequest<String> request = open.get(random.nextInt(open.size()));
            if (request.running) {
              IoRequests.askForIo(request.io);
              schedule.leaveSlot(request);
            } else {
              schedule.takeSlot(request);
            }
          }
        }
        default -> {
          if (!open.isEmpty()) {
            finish(open.remove(random.nextInt(open.size())), random.nextInt(900_000));
          }
          if (random.nextInt(100) == 0) {
            schedule.sweep(now);
          }
        }
      }
      long running = open.stream().filter(t -> t.running).count();
      assertThat(schedule.running()).isEqualTo((int) running);
      assertThat(schedule.blocked()).isEqualTo(open.size() - (int) running);
      assertThat(schedule.queued())
          .isEqualTo(tenants.stream().mapToInt(t -> t.defaultClass.queue.length()).sum());
    }
  }

  private void assertNothingMayRun(List<HandlerTenant<String>> tenants) {
    if (schedule.running() >= 5) {
      return;
    }
    for (HandlerTenant<String> tenant : tenants) {
      assertThat(
              tenant.defaultClass.queue.isEmpty()
                  || tenant.running() >= schedule.runningBound()
                  || tenant.blocked + tenant.defaultClass.ioRatio * tenant.running()
                      >= schedule.blockedBound(tenant.defaultClass))
          .isTrue();
    }
  }

  private int running() {
    while (take() != null) {
      now++;
    }
    return schedule.running();
  }

  @Test
  void whileTheCpuIsBusyNoMoreRequestsRunThanTheyCanFollow() {
    int busy = 3 * CORES;
    use(busy + 10, "argus.running.per.core", "3");
    schedule.cores(-1, 0.97);
    HandlerTenant<String> a = tenant("a", 1);
    for (int i = 0; i < busy + 20; i++) {
      offer(a, "r" + i);
    }
    HandlerRequest<String> first = take();
    assertThat(running()).isEqualTo(busy);
    schedule.leaveSlot(first);
    assertThat(take()).as("one in place of that which waits for HDFS").isNotNull();
    schedule.cores(-1, 0.5);
    assertThat(running()).isBetween(busy + 1, busy + 10);
    schedule.cores(-1, 0.97);
    schedule.policy(policy("argus.mode", "observe"));
    assertThat(running()).as("as many as there are handlers").isEqualTo(busy + 10);
  }

  @Test
  void aTenantThatUsedLittleLatelyDoesNotWaitUntilLongRequestsEnd() {
    use(30, "argus.running.per.core", "1");
    schedule.cores(-1, 1);
    HandlerTenant<String> busy = tenant("busy", 1);
    HandlerTenant<String> seldom = tenant("seldom", 1);
    for (int i = 0; i < 100; i++) {
      offer(busy, "before");
      finish(take(), 200 * MICRO);
    }
    for (int i = 0; i < 10 + schedule.slots(); i++) {
      offer(busy, "long");
    }
    assertThat(running()).isEqualTo(schedule.slots());
    assertThat(schedule.ready()).isFalse();

    offer(seldom, "short");
    assertThat(take().request()).isEqualTo("short");
    assertThat(take()).as("a slot for the others").isNull();
    HandlerRequest<String> dear = null;
    for (int i = 0; i < 4 && dear == null; i++) {
      offer(seldom, "dear");
      dear = take();
    }
    finish(dear, SECOND);
    offer(seldom, "after much use");
    assertThat(take()).isNull();
  }

  /** As blocks in a BucketCache's files do, which Argus does not see. */
  @Test
  void whileCoresIdleTenantsPayForTheHandlersInWhichTheirRequestsWait() {
    policy = HandlerPolicy.of(ClosedLoop.settings(), 1);
    schedule = new HandlerSchedule<>(2, policy);
    HandlerTenant<String> waits = tenant("waits", 1);
    HandlerTenant<String> computes = tenant("computes", 1);
    assertThat(schedule.chargesCpu()).isFalse();
    assertThat(runsOfSecond(waits, computes)).as("of a handler's time").isGreaterThan(50);

    schedule.cores(100, 1);
    schedule.cores(100, 1);
    assertThat(schedule.chargesCpu()).isTrue();
    assertThat(runsOfSecond(waits, computes)).as("of CPU time").isBetween(0.9, 1.1);
  }

  /** Requests of the second tenant for each of the first, whose requests wait in their handler. */
  private double runsOfSecond(HandlerTenant<String> first, HandlerTenant<String> second) {
    int[] runs = new int[2];
    for (int i = 0; i < 3_000; i++) {
      offer(first, "waits");
      offer(second, "computes");
      HandlerRequest<String> next = take();
      boolean isFirst = next.owner() == first;
      schedule.finish(next, (isFirst ? 5_000 : 50) * MICRO, 50 * MICRO, now);
      if (i >= 1_000) {
        runs[isFirst ? 0 : 1]++;
      }
    }
    return (double) runs[1] / runs[0];
  }

  @Test
  void whileObservingRequestsRunInTheOrderOfArrivalOverAllTenants() {
    use(100, "argus.mode", "observe");
    HandlerTenant<String> a = tenant("a", 1);
    HandlerTenant<String> b = tenant("b", 100);
    Random random = new Random(3);
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      now += 10;
      sent.add("r" + i);
      offer(random.nextInt(3) == 0 ? a : b, "r" + i);
    }
    List<String> taken = new ArrayList<>();
    for (HandlerRequest<String> request = take(); request != null; request = take()) {
      taken.add(request.request());
    }
    assertThat(taken).isEqualTo(sent);
  }

  private boolean offerUntil(HandlerTenant<String> tenant, String request, long usefulNanos) {
    RequestCosts costs = tenant.costs("table", RequestKind.GET);
    return schedule.offer(tenant.defaultClass, request, costs, 1, 100, usefulNanos, now);
  }

  /** 400 clients that wait for a second, and a server that answers 300 of them in one. */
  @Test
  void underOverloadWithDeadlinesMostOfWhatIsServedIsAnsweredInTime() {
    use(30);
    HandlerTenant<String> a = tenant("a", 1);
    long tick = SECOND / 300;
    Deque<HandlerRequest<String>> atDisk = new ArrayDeque<>();
    Map<String, Long> sent = new HashMap<>();
    Deque<Map.Entry<String, Long>> clients = new ArrayDeque<>();
    int names = 0;
    int answered = 0;
    int inTime = 0;
    for (int i = 0; i < 400; i++) {
      clients.add(Map.entry("r" + names++, now));
    }
    for (int step = 0; step < 9_000; step++) {
      now += tick;
      // Each client sends its next request after a second, answered or not.
      for (int i = clients.size(); i > 0; i--) {
        Map.Entry<String, Long> client = clients.remove();
        if (now - client.getValue() >= 0) {
          sent.put(client.getKey(), now);
          assertThat(offerUntil(a, client.getKey(), SECOND)).isTrue();
          clients.add(Map.entry("r" + names++, now + SECOND));
        } else {
          clients.add(client);
        }
      }
      while (atDisk.size() < 30) {
        HandlerRequest<String> request = take();
        if (request == null) {
          break;
        }
        if (now - sent.get(request.request()) >= SECOND) {
          finish(request, MICRO);
        } else {
          atDisk.add(request);
        }
      }
      if (!atDisk.isEmpty()) {
        HandlerRequest<String> done = atDisk.remove();
        done.ended(30 * tick);
        finish(done, MICRO);
        answered += step >= 1_500 ? 1 : 0;
        inTime += step >= 1_500 && now - sent.get(done.request()) < SECOND ? 1 : 0;
      }
    }
    assertThat(answered).isGreaterThan(7_000);
    assertThat(inTime).isGreaterThan(answered * 9 / 10);
  }

  @Test
  void whatCannotBeAnsweredInTimeIsServedAfterTheRestAndWhatNobodyWaitsForAtOnce() {
    use(1);
    HandlerTenant<String> a = tenant("a", 1);
    RequestCosts costs = a.costs("table", RequestKind.GET);
    costs.addAnswerNanos(100 * MICRO);
    offerUntil(a, "short", 400 * MICRO);
    offerUntil(a, "tooShort", 310 * MICRO);
    offerUntil(a, "long", SECOND);
    now += 180 * MICRO;
    assertThat(takeAndFinish()).isEqualTo("short");
    assertThat(takeAndFinish()).as("tooShort has 130, and may take 150").isEqualTo("long");
    offerUntil(a, "new", SECOND);
    assertThat(takeAndFinish()).isEqualTo("new");
    offerUntil(a, "newer", SECOND);
    now += 140 * MICRO;
    assertThat(takeAndFinish()).as("only to be dropped").isEqualTo("tooShort");
    assertThat(takeAndFinish()).isEqualTo("newer");
    assertThat(schedule.queued()).isZero();
    assertThat(a.defaultClass.queue.bytes()).isZero();
  }

  @Test
  void whatAlwaysTakesLongerThanItsClientWaitsHasItsTurnAllTheSame() {
    use(1);
    HandlerTenant<String> a = tenant("a", 1);
    RequestCosts costs = a.costs("table", RequestKind.OTHER);
    costs.addAnswerNanos(50 * SECOND);
    schedule.offer(a.defaultClass, "aggregation", costs, 1, 100, 60 * SECOND, now);
    offerUntil(a, "get", SECOND);
    assertThat(takeAndFinish()).isEqualTo("aggregation");
  }

  private String takeAndFinish() {
    HandlerRequest<String> request = take();
    request.ended(100 * MICRO);
    finish(request, MICRO);
    return request.request();
  }

  @Test
  void writesAndReadsDoNotKeepEachOtherOut() {
    use(8);
    HandlerTenant<String> a = tenant("a", 1);
    for (int i = 0; i < 20; i++) {
      offer(a, "w" + i, i % 2 == 0 ? RequestKind.WRITE : RequestKind.MULTI, 100);
    }
    List<HandlerRequest<String>> writes = new ArrayList<>();
    for (HandlerRequest<String> write = take(); write != null; write = take()) {
      writes.add(write);
    }
    assertThat(writes).as("as many wait for the log as there are handlers").hasSize(8);
    for (int i = 0; i < 50; i++) {
      offer(a, "r" + i);
      assertThat(takeAndFinish()).isEqualTo("r" + i);
    }
    finish(writes.get(0), MICRO);
    assertThat(take().request()).isEqualTo("w8");
  }

  @Test
  void asManyWritesWaitForTheLogWhileTheCpuIsBusy() {
    use(30, "argus.running.per.core", "1");
    HandlerTenant<String> writer = tenant("writer", 1);
    HandlerTenant<String> reader = tenant("reader", 1);
    schedule.cores(-1, 1);
    for (int i = 0; i < 100; i++) {
      offer(writer, "w" + i, RequestKind.WRITE, 100);
      offer(reader, "r" + i);
    }
    int ended = 0;
    for (HandlerRequest<String> next = take(); next != null; next = take()) {
      if (next.owner() == reader) {
        finish(next, 50 * MICRO);
        ended++;
      }
    }
    assertThat(writer.running()).as("seven eighths of the handlers").isEqualTo(27);
    assertThat(ended).as("reads meanwhile, and after").isEqualTo(100);
  }

  @Test
  void twoStalledTenantsLeaveAThirdItsSlots() {
    use(8);
    HandlerTenant<String> a = tenant("a", 1);
    HandlerTenant<String> b = tenant("b", 1);
    HandlerTenant<String> reader = tenant("reader", 1);
    List<HandlerRequest<String>> stalled = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      offer(a, "a" + i, RequestKind.WRITE, 100);
      offer(b, "b" + i, RequestKind.WRITE, 100);
    }
    for (HandlerRequest<String> request = take(); request != null; request = take()) {
      stalled.add(request);
    }
    assertThat(stalled).hasSize(8);
    HandlerTenant<String> other = tenant("other", 1);
    offer(other, "write", RequestKind.WRITE, 100);
    assertThat(take()).isNull();
    offer(reader, "read");
    assertThat(takeAndFinish()).isEqualTo("read");
    stalled.forEach(schedule::stall);
    assertThat(schedule.stalled()).isEqualTo(8);
    for (int i = 0; i < 10; i++) {
      HandlerRequest<String> request = take();
      if (request.owner() == other) {
        finish(request, MICRO);
        break;
      }
      stalled.add(request);
      assertThat(i).isLessThan(9);
    }
    stalled.subList(8, stalled.size()).forEach(schedule::stall);
    assertThat(schedule.stalled()).as("no more than there are handlers").isEqualTo(8);
    for (HandlerRequest<String> request : stalled) {
      if (request.stalled) {
        schedule.goesOn(request);
        assertThat(request.running).isTrue();
      }
    }
    assertThat(schedule.stalled()).isZero();
    assertThat(schedule.running()).isEqualTo(stalled.size());
    stalled.forEach(request -> finish(request, MICRO));
    assertThat(schedule.running()).isZero();
  }

  @Test
  void aTableThatIsReadUnannouncedMakesNoRequestOfAnotherTableWait() {
    HandlerTenant<String> a = tenant("a", 1);
    RequestCosts uncached = a.costs("uncached", RequestKind.GET);
    uncached.addUnadmittedBytes(100_000);
    schedule.offer(
        a.defaultClass, "uncached", uncached, 1, 100, RequestQueue.Queued.NO_DEADLINE, now);
    offer(a, "cached");
    assertThat(take().io.hasOneGrant()).isTrue();
    assertThat(take().io.hasOneGrant()).isFalse();
    assertThat(a.costs("uncached", RequestKind.GET)).isSameAs(uncached);
  }

  @Test
  void theCostsOfThousandsOfTablesTakeBoundedMemory() {
    HandlerTenant<String> a = tenant("a", 1);
    Set<RequestCosts> costs = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      costs.add(a.costs("t" + i, RequestKind.GET));
    }
    assertThat(costs).hasSizeLessThan(300);
  }

  @Test
  void requestsThatReadUnannouncedNeedOneGrantByEstimate() {
    HandlerTenant<String> a = tenant("a", 1);
    offer(a, "announced");
    HandlerRequest<String> announced = take();
    IoRequests.read(announced.io, 100_000, 100_000);
    finish(announced, MICRO);
    offer(a, "unannounced");
    HandlerRequest<String> unannounced = take();
    assertThat(unannounced.io.hasOneGrant()).isFalse();
    IoRequests.read(unannounced.io, 100_000, 0);
    finish(unannounced, MICRO);
    offer(a, "next");
    assertThat(IoRequests.estimateBytes(take().io)).isEqualTo(50_000);
  }

  @Test
  void asManyRequestsOfATenantAreBlockedAsTheHostHasHandlersOrAsHdfsNeeds() {
    use(30, "argus.io.blocked.limit", "100");
    HandlerTenant<String> a = tenant("a", 1);
    assertThat(schedule.blockedBound(a.defaultClass)).isEqualTo(30);
    schedule.ioConcurrencyLimit(40);
    assertThat(schedule.blockedBound(a.defaultClass)).isEqualTo(60);
    schedule.ioConcurrencyLimit(128);
    assertThat(schedule.blockedBound(a.defaultClass)).as("the limit of all tenants").isEqualTo(100);

    schedule.ioConcurrencyLimit(8);
    a.defaultClass.ioRatio = 1;
    for (int i = 0; i < 40; i++) {
      offer(a, "r" + i);
    }
    for (int i = 0; i < 30; i++) {
      schedule.leaveSlot(take());
    }
    assertThat(take()).as("a hit or a miss behind thirty misses").isNull();
    schedule.ioConcurrencyLimit(24);
    assertThat(take()).as("HDFS can do with more").isNotNull();
  }

  @Test
  void waitBehindEnoughRequestsAtHdfsCountsAsWaitForHdfs() {
    use(2, "argus.io.blocked.limit", "2");
    HandlerTenant<String> a = tenant("a", 1);
    a.defaultClass.ioRatio = 1;
    for (int i = 0; i < 4; i++) {
      offer(a, "r" + i);
    }
    HandlerRequest<String> first = take();
    HandlerRequest<String> second = take();
    IoRequests.askForIo(first.io);
    IoRequests.askForIo(second.io);
    schedule.leaveSlot(first);
    schedule.leaveSlot(second);
    assertThat(take()).isNull();
    now += 5 * MICRO;
    offer(a, "late");
    now += 2 * MICRO;
    finish(first, MICRO);
    HandlerRequest<String> third = take();
    assertThat(third.blockedNanos).isEqualTo(7 * MICRO);
    assertThat(third.queueWaitNanos()).isZero();

    now += 3 * MICRO;
    finish(second, MICRO);
    finish(third, MICRO);
    HandlerRequest<String> fourth = take();
    assertThat(fourth.blockedNanos).isEqualTo(10 * MICRO);
    HandlerRequest<String> late = take();
    assertThat(late.blockedNanos).as("no more than it was there").isEqualTo(5 * MICRO);
  }

  @Test
  void waitForBusyHandlersIsNoWaitForHdfs() {
    use(1);
    HandlerTenant<String> a = tenant("a", 1);
    offer(a, "first");
    offer(a, "second");
    HandlerRequest<String> first = take();
    now += 3 * MICRO;
    finish(first, MICRO);
    HandlerRequest<String> second = take();
    assertThat(second.blockedNanos).isZero();
    assertThat(second.queueWaitNanos()).isEqualTo(3 * MICRO);
  }

  @Test
  void idleTenantsStopCountingAndAreForgottenAtLast() {
    use(100, "argus.io.blocked.limit", "100");
    HandlerTenant<String> a = tenant("a", 1);
    HandlerTenant<String> b = tenant("b", 1);
    offer(a, "a");
    offer(b, "b");
    HandlerRequest<String> first = take();
    HandlerRequest<String> second = take();
    finish(first, MICRO);
    assertThat(schedule.runningBound()).isEqualTo(88);
    now += SECOND;
    assertThat(schedule.sweep(now)).isEmpty();
    now += 2 * SECOND;
    assertThat(schedule.sweep(now)).isEmpty();
    assertThat(schedule.runningBound()).isEqualTo(100);
    now += HandlerTenants.FORGET_NANOS;
    assertThat(schedule.sweep(now)).containsExactly(first.owner());
    assertThat(first.owner().forgotten).isTrue();
    finish(second, MICRO);
    now += HandlerTenants.FORGET_NANOS;
    assertThat(schedule.sweep(now)).containsExactly(second.owner());
    assertThat(schedule.tenants()).isEmpty();
  }

  @Test
  void backlogIsTimeInWhichRequestsCouldNotBeTaken() {
    use(1);
    HandlerTenant<String> a = tenant("a", 1);
    offer(a, "1");
    HandlerRequest<String> first = take();
    assertThat(a.io.backlog().totalNanos(now)).isZero();
    now = 1_000;
    offer(a, "2");
    now = 5_000;
    finish(first, MICRO);
    take();
    now = 9_000;
    assertThat(a.io.backlog().totalNanos(now)).isEqualTo(4_000);
  }
}
