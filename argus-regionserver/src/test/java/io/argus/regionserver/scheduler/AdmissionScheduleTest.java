package io.argus.regionserver.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.RequestKind;
import io.argus.core.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AdmissionScheduleTest {
  private static final long MICRO = 1_000;
  private static final long SECOND = 1_000_000_000;

  private SchedulerPolicy policy = policy();
  private AdmissionSchedule<String> schedule = new AdmissionSchedule<>(4, policy);
  private final GateSchedule gate = new GateSchedule(policy, 0);
  private long now;

  private static SchedulerPolicy policy(String... keysAndValues) {
    return SchedulerPolicy.of(ClosedLoop.settings(keysAndValues));
  }

  private void use(int handlers, String... keysAndValues) {
    policy = policy(keysAndValues);
    schedule = new AdmissionSchedule<>(handlers, policy);
  }

  private ScheduledTenant<String> tenant(String name, double weight) {
    TenantId id = TenantId.of(name);
    return schedule.add(id, gate.add(id), weight, now);
  }

  private boolean offer(ScheduledTenant<String> tenant, String request) {
    return schedule.offer(tenant, request, RequestKind.GET, 100, now);
  }

  private RequestTurn<String> take() {
    RequestTurn<String> turn = new RequestTurn<>(null);
    return schedule.next(turn, now) ? turn : null;
  }

  @Test
  void requestsOfOneTenantRunInTheOrderOfTheirArrival() {
    use(1_000);
    ScheduledTenant<String> a = tenant("a", 1);
    ScheduledTenant<String> b = tenant("b", 3);
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
        RequestTurn<String> turn = take();
        if (turn != null) {
          taken.add(turn.request());
          schedule.finish(turn, random.nextInt(500) * MICRO);
        }
      }
    }
    for (RequestTurn<String> turn = take(); turn != null; turn = take()) {
      taken.add(turn.request());
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
    ScheduledTenant<String> scanner = tenant("scanner", 1);
    ScheduledTenant<String> getter = tenant("getter", 1);
    offer(scanner, "scan");
    RequestTurn<String> scan = take();
    offer(getter, "get");
    offer(getter, "get");
    RequestTurn<String> running = scan;
    long pausedAt = 0;
    long scanned = 0;
    for (int step = 0; step < 2_000; step++) {
      now += 250 * MICRO;
      if (running == scan) {
        scanned++;
        schedule.pause(scan, now);
        pausedAt = now;
      } else {
        schedule.finish(running, 250 * MICRO);
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
    ScheduledTenant<String> a = tenant("a", 1);
    ScheduledTenant<String> b = tenant("b", 1);
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
    ScheduledTenant<String> a = tenant("a", 1);
    assertThat(schedule.offer(a, "large", RequestKind.WRITE, 10_000, now)).isTrue();
    assertThat(schedule.offer(a, "small", RequestKind.WRITE, 1, now)).isFalse();
    take();
    assertThat(schedule.offer(a, "small", RequestKind.WRITE, 1, now)).isTrue();
    assertThat(schedule.offer(a, "small", RequestKind.WRITE, 2_000, now)).isFalse();
    assertThat(a.queue.bytes()).isEqualTo(1);
  }

  private int running() {
    while (take() != null) {
      now++;
    }
    return schedule.running();
  }

  @Test
  void whileProcessorsAreBusyNoMoreRequestsRunThanTheyCanFollow() {
    int busy = 3 * Runtime.getRuntime().availableProcessors();
    use(busy + 10, "argus.running.per.processor", "3");
    schedule.processors(0.97);
    ScheduledTenant<String> a = tenant("a", 1);
    for (int i = 0; i < busy + 20; i++) {
      offer(a, "r" + i);
    }
    RequestTurn<String> first = take();
    assertThat(running()).isEqualTo(busy);
    schedule.leaveSlot(first);
    assertThat(take()).as("one in place of that which waits for HDFS").isNotNull();
    schedule.processors(0.5);
    assertThat(running()).isBetween(busy + 1, busy + 10);
    schedule.processors(0.97);
    schedule.policy(policy("argus.mode", "observe"));
    assertThat(running()).as("as many as there are handlers").isEqualTo(busy + 10);
  }

  @Test
  void whileObservingRequestsRunInTheOrderOfArrivalOverAllTenants() {
    use(100, "argus.mode", "observe");
    ScheduledTenant<String> a = tenant("a", 1);
    ScheduledTenant<String> b = tenant("b", 100);
    Random random = new Random(3);
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      now += 10;
      sent.add("r" + i);
      offer(random.nextInt(3) == 0 ? a : b, "r" + i);
    }
    List<String> taken = new ArrayList<>();
    for (RequestTurn<String> turn = take(); turn != null; turn = take()) {
      taken.add(turn.request());
    }
    assertThat(taken).isEqualTo(sent);
  }

  @Test
  void requestsLikelyToReadEnterTheGateByEstimateInRequestMode() {
    use(4, "argus.hdfs.gate", "request");
    ScheduledTenant<String> a = tenant("a", 1);
    offer(a, "first");
    RequestTurn<String> first = take();
    assertThat(first.holdsHdfsSlotAllAlong()).isFalse();
    first.bytesRead = 100_000;
    schedule.finish(first, MICRO);
    offer(a, "second");
    RequestTurn<String> second = take();
    assertThat(second.requestEstimateBytes).isEqualTo(100_000);
    assertThat(schedule.parked()).isEqualTo(1);
    assertThat(schedule.running()).isZero();
    schedule.finish(second, MICRO);
    assertThat(schedule.parked()).isZero();
  }

  @Test
  void requestsThatReadOutsideTheGateEnterItByEstimateInReadMode() {
    ScheduledTenant<String> a = tenant("a", 1);
    offer(a, "gated");
    RequestTurn<String> gated = take();
    gated.bytesRead = 100_000;
    gated.gatedBytes = 100_000;
    schedule.finish(gated, MICRO);
    offer(a, "ungated");
    RequestTurn<String> ungated = take();
    assertThat(ungated.holdsHdfsSlotAllAlong()).isFalse();
    ungated.bytesRead = 100_000;
    schedule.finish(ungated, MICRO);
    offer(a, "next");
    assertThat(take().requestEstimateBytes).isEqualTo(50_000);
  }

  @Test
  void idleTenantsStopCountingAndAreForgottenAtLast() {
    use(4, "argus.parked.limit", "100");
    ScheduledTenant<String> a = tenant("a", 1);
    ScheduledTenant<String> b = tenant("b", 1);
    offer(a, "a");
    offer(b, "b");
    RequestTurn<String> first = take();
    RequestTurn<String> second = take();
    schedule.finish(first, MICRO);
    assertThat(schedule.parkedBound()).isEqualTo(50);
    now += SECOND;
    assertThat(schedule.sweep(now)).isEmpty();
    now += 2 * SECOND;
    assertThat(schedule.sweep(now)).isEmpty();
    assertThat(schedule.parkedBound()).isEqualTo(100);
    now += AdmissionSchedule.FORGET_NANOS;
    assertThat(schedule.sweep(now)).containsExactly(first.tenant());
    assertThat(first.tenant().forgotten).isTrue();
    schedule.finish(second, MICRO);
    now += AdmissionSchedule.FORGET_NANOS;
    assertThat(schedule.sweep(now)).containsExactly(second.tenant());
    assertThat(schedule.tenants()).isEmpty();
  }

  @Test
  void backlogIsTimeInWhichRequestsCouldNotBeTaken() {
    use(1);
    ScheduledTenant<String> a = tenant("a", 1);
    offer(a, "1");
    RequestTurn<String> first = take();
    assertThat(a.gate.backlog.totalNanos(now)).isZero();
    now = 1_000;
    offer(a, "2");
    now = 5_000;
    schedule.finish(first, MICRO);
    take();
    now = 9_000;
    assertThat(a.gate.backlog.totalNanos(now)).isEqualTo(4_000);
  }
}
