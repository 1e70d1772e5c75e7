package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.io.IoPolicy;
import io.argus.regionserver.io.IoSchedule;
import io.argus.regionserver.scheduling.Faults;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Long calls beside a tenant with an SLO on p99, on a server with slots for all. */
class BulkCallsTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int CORES = 2;

  private final IoSchedule io = new IoSchedule(IoPolicy.of(ClosedLoop.settings()), 0);
  private final Faults faults = new Faults();
  private final HandlerPool<String> pool =
      new HandlerPool<>(
          4,
          policy(),
          new IoAdmission(IoPolicy.of(ClosedLoop.settings()), () -> 0, () -> 0, faults),
          new RequestRunner<>() {
            @Override
            public void run(String request) {}

            @Override
            public void drop(String request) {}
          },
          (ended, request) -> {},
          faults,
          () -> 0);
  private final HandlerSchedule<String> schedule =
      new HandlerSchedule<>(30, policy("argus.slos", "shop:get.p99=10"));
  private final HandlerTenant<String> shop = tenant("shop");
  private final HandlerTenant<String> other = tenant("other");
  private long now;

  private static HandlerPolicy policy(String... settings) {
    return HandlerPolicy.of(ClosedLoop.settings(settings), CORES);
  }

  private HandlerTenant<String> tenant(String name) {
    return schedule.add(io.add(TenantId.of(name)), 1, now);
  }

  private void offer(HandlerClass<String> to, String request, RequestKind kind) {
    RequestCosts costs = to.tenant.costs("table", kind);
    assertThat(schedule.offer(to, request, costs, 1, 100, RequestQueue.Queued.NO_DEADLINE, now))
        .isTrue();
  }

  private @Nullable HandlerRequest<String> take() {
    HandlerRequest<String> request = new HandlerRequest<>(Thread.currentThread(), pool);
    return schedule.next(request, now) ? request : null;
  }

  private HandlerRequest<String> taken(String request) {
    HandlerRequest<String> taken = Objects.requireNonNull(take());
    assertThat(taken.request()).isEqualTo(request);
    return taken;
  }

  /** Gets under the SLO wait for cores; returns after the verdicts on that. */
  private void waitTooLong(int verdicts) {
    for (int i = 0; i < verdicts; i++) {
      for (int k = 0; k < 2; k++) {
        offer(shop.defaultClass, "get", RequestKind.GET);
        schedule.finish(taken("get"), 9 * MILLI, 0, now);
      }
      schedule.followWaits(now);
    }
  }

  @BeforeEach
  void scansTakeTwentyMillis() {
    other.costs("table", RequestKind.SCAN).addCpuNanos(20 * MILLI);
    shop.costs("table", RequestKind.SCAN).addCpuNanos(20 * MILLI);
    other.costs("table", RequestKind.WRITE).addCpuNanos(20 * MILLI);
    waitTooLong(20);
    schedule.followGrants(now += 100 * MILLI);
  }

  /** A scan that has the only grant. */
  private HandlerRequest<String> scan() {
    offer(other.defaultClass, "scan", RequestKind.SCAN);
    return taken("scan");
  }

  @Test
  void aLongCallWaitsForAGrantAndOthersOfItsTenantDoNot() {
    HandlerRequest<String> first = scan();
    offer(other.defaultClass, "second", RequestKind.SCAN);
    assertThat(take()).isNull();
    assertThat(other.callsHeld).isEqualTo(1);
    offer(other.defaultClass, "get", RequestKind.GET);
    offer(other.defaultClass, "increment", RequestKind.WRITE);
    taken("increment");
    taken("get");
    schedule.finish(first, 20 * MILLI, 8 * MILLI, now);
    schedule.followGrants(now += 10 * MILLI);
    assertThat(take()).as("3 ms more than granted are a tenth of two cores in 15 ms").isNull();
    schedule.followGrants(now += 10 * MILLI);
    taken("second");
  }

  @Test
  void whatACallLeavesOfItsGrantIsAnothersAtOnce() {
    HandlerRequest<String> first = scan();
    offer(other.defaultClass, "second", RequestKind.SCAN);
    schedule.finish(first, MILLI, MILLI, now);
    taken("second");
  }

  @Test
  void aCallPausesOnceItsGrantIsUsedUpEvenIfNobodyWaitsForItsSlot() {
    HandlerRequest<String> scan = scan();
    assertThat(schedule.pause(scan, 4 * MILLI)).isZero();
    assertThat(schedule.pause(scan, 6 * MILLI)).isPositive();
    assertThat(scan.paused).isTrue();
    assertThat(schedule.resume()).isNull();
    schedule.followGrants(now += 40 * MILLI);
    assertThat(schedule.resume()).isSameAs(scan);
    assertThat(schedule.pause(scan, 7 * MILLI)).isZero();
    assertThat(schedule.pause(scan, 12 * MILLI)).isPositive();
  }

  @Test
  void itGoesOnWithoutAGrantAfterTheLimitOfPauses() {
    HandlerRequest<String> scan = scan();
    long limitNanos = schedule.pause(scan, 6 * MILLI);
    assertThat(limitNanos).isEqualTo(2_000 * MILLI);
    schedule.resumeAnyway(scan);
    assertThat(scan.paused).isFalse();
    scan.pausedNanos += limitNanos;
    assertThat(schedule.pause(scan, 60 * MILLI)).isZero();
    assertThat(scan.paused).isFalse();
  }

  @Test
  void whatTurnsOutToBeLongNeedsAGrantFromThenOn() {
    scan();
    offer(other.defaultClass, "coprocessor", RequestKind.OTHER);
    HandlerRequest<String> call = taken("coprocessor");
    assertThat(schedule.pause(call, MILLI / 2)).isZero();
    assertThat(schedule.pause(call, 2 * MILLI)).isPositive();
  }

  @Test
  void aWriteNeverPauses() {
    scan();
    offer(other.defaultClass, "increment", RequestKind.WRITE);
    assertThat(schedule.pause(taken("increment"), 50 * MILLI)).isZero();
  }

  @Test
  void callsOfTheClassForLongOnesNeedGrantsWhateverTheyUse() {
    HandlerClass<String> batch = other.addClass(RunawayRules.COOL_CLASS, now);
    scan();
    offer(batch, "batch", RequestKind.GET);
    assertThat(take()).isNull();
    offer(other.defaultClass, "get", RequestKind.GET);
    taken("get");
  }

  @Test
  void theTenantsOwnCallsThatNoSloCoversNeedGrantsToo() {
    scan();
    offer(shop.defaultClass, "own scan", RequestKind.SCAN);
    assertThat(take()).isNull();
  }

  @Test
  void allGoOnOnceTheSloIsRemoved() {
    HandlerRequest<String> scan = scan();
    schedule.pause(scan, 6 * MILLI);
    offer(other.defaultClass, "second", RequestKind.SCAN);
    assertThat(take()).isNull();
    schedule.policy(policy());
    assertThat(schedule.resume()).isSameAs(scan);
    taken("second");
    assertThat(schedule.pause(scan, 60 * MILLI)).isZero();
  }

  @Test
  void allGoOnOnceItsTenantIsIdle() {
    scan();
    offer(other.defaultClass, "second", RequestKind.SCAN);
    assertThat(take()).isNull();
    schedule.followWaits(now += 2_000 * MILLI);
    assertThat(schedule.partOfLongCalls()).isEqualTo(1);
    taken("second");
  }

  @Test
  void aPauseLimitOfZeroSwitchesGrantsOff() {
    scan();
    schedule.policy(policy("argus.slos", "shop:p99=10", "argus.scan.pause.limit", "0"));
    offer(other.defaultClass, "second", RequestKind.SCAN);
    taken("second");
  }
}
