package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.io.IoPolicy;
import io.argus.regionserver.io.IoSchedule;
import io.argus.regionserver.scheduling.Faults;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How the schedule divides any number of cores, on a simulated clock: the kernel gives all requests
 * in handler slots the same part of the cores.
 */
class CpuSharingTest {
  private static final double MICRO = 1e3;
  private static final double SECOND = 1e9;
  private static final int CLIENTS = 200;

  /** So that handler time does not count. */
  private static final long NO_HANDLER_TIME = 0;

  private static final double SPARSE_COST = 33 * MICRO;
  private static final double SPARSE_PER_SECOND = 3_000;

  /** One that runs, or pauses. */
  private static final class Work {
    final Tenant of;
    double used;
    double pieceEnds = HandlerSchedule.QUANTUM_NANOS;

    Work(Tenant of) {
      this.of = of;
    }
  }

  private static final class Tenant {
    final HandlerTenant<Double> queue;
    final double cost;
    double used;
    long sent;
    long ended;

    Tenant(HandlerTenant<Double> queue, double cost) {
      this.queue = queue;
      this.cost = cost;
    }
  }

  private final Random random = new Random(7);
  private final Faults faults = new Faults();
  private final IoSchedule io = new IoSchedule(IoPolicy.of(ClosedLoop.settings()), 0);
  private final HandlerPool<Double> pool =
      new HandlerPool<>(
          1,
          HandlerPolicy.of(ClosedLoop.settings()),
          new IoAdmission(IoPolicy.of(ClosedLoop.settings()), () -> 0, () -> 0, faults),
          new RequestRunner<>() {
            @Override
            public void run(Double sentAt) {}

            @Override
            public void drop(Double sentAt) {}
          },
          (ended, sentAt) -> {},
          faults,
          () -> 0);
  private final Map<HandlerRequest<Double>, Work> running = new HashMap<>();
  private final Map<HandlerRequest<Double>, Work> paused = new HashMap<>();
  private final Map<HandlerTenant<Double>, Tenant> tenants = new HashMap<>();
  private final Histogram sparseWaits = new Histogram(10_000_000_000L, 3);
  private HandlerSchedule<Double> schedule;
  private double now;
  private double waiting;

  private Tenant tenant(String name, double weight, double cost) {
    HandlerTenant<Double> queue = schedule.add(io.add(TenantId.of(name)), weight, (long) now);
    Tenant tenant = new Tenant(queue, cost);
    tenants.put(queue, tenant);
    return tenant;
  }

  private void send(Tenant tenant) {
    tenant.sent++;
    RequestCosts costs = tenant.queue.costs("table", RequestKind.GET);
    assertThat(
            schedule.offer(
                tenant.queue.defaultClass,
                now,
                costs,
                1,
                100,
                RequestQueue.Queued.NO_DEADLINE,
                (long) now))
        .isTrue();
  }

  /** What a handler does that looks for work. */
  private void begin(Tenant sparse) {
    while (true) {
      HandlerRequest<Double> resumed = schedule.resume();
      if (resumed != null) {
        running.put(resumed, paused.remove(resumed));
        continue;
      }
      HandlerRequest<Double> next = new HandlerRequest<>(Thread.currentThread(), pool);
      if (!schedule.next(next, (long) now)) {
        return;
      }
      Tenant of = tenants.get(next.owner());
      if (of == sparse) {
        sparseWaits.recordValue((long) (now - next.request()));
      }
      running.put(next, new Work(of));
    }
  }

  /** Lets time pass up to the next end of a piece, or until then. */
  private void advance(int cores, double until) {
    double rate = Math.min(1, (double) cores / running.size());
    double least = until - now;
    for (Work work : running.values()) {
      least = Math.min(least, (Math.min(work.pieceEnds, work.of.cost) - work.used) / rate);
    }
    now += least;
    waiting += Math.max(0, running.size() - cores) * least;
    List<HandlerRequest<Double>> over = new ArrayList<>();
    for (Map.Entry<HandlerRequest<Double>, Work> each : running.entrySet()) {
      Work work = each.getValue();
      work.used += rate * least;
      work.of.used += rate * least;
      if (Math.min(work.pieceEnds, work.of.cost) - work.used < 1) {
        over.add(each.getKey());
      }
    }
    over.forEach(this::endPiece);
  }

  private void endPiece(HandlerRequest<Double> request) {
    Work work = running.remove(request);
    if (work.of.cost - work.used < 1) {
      schedule.finish(request, NO_HANDLER_TIME, (long) work.used, (long) now);
      work.of.ended++;
      if (work.of.cost != SPARSE_COST) {
        send(work.of);
      }
      return;
    }
    work.pieceEnds += HandlerSchedule.QUANTUM_NANOS;
    schedule.pause(request, (long) work.used);
    (request.paused ? paused : running).put(request, work);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 32})
  void coresAreDividedByWeightAndWhoUsesLittleHardlyWaits(int cores) {
    schedule =
        new HandlerSchedule<>(4 * cores + 30, HandlerPolicy.of(ClosedLoop.settings(), cores));
    Tenant sparse = tenant("sparse", 1, SPARSE_COST);
    Tenant shorts = tenant("short", 1, 300 * MICRO);
    Tenant longs = tenant("long", 1, 5_000 * MICRO);
    Tenant twice = tenant("twice", 2, 1_000 * MICRO);
    List<Tenant> busy = List.of(shorts, longs, twice);
    for (int i = 0; i < CLIENTS; i++) {
      busy.forEach(this::send);
    }
    double nextSparse = 0;
    double nextSecond = SECOND;
    double[] before = new double[busy.size()];
    while (now < 6 * SECOND) {
      begin(sparse);
      advance(cores, Math.min(nextSparse, nextSecond));
      if (now >= nextSparse) {
        send(sparse);
        nextSparse += -Math.log(1 - random.nextDouble()) * SECOND / SPARSE_PER_SECOND;
      }
      if (now >= nextSecond) {
        schedule.cores(waiting / SECOND, 1);
        schedule.sweep((long) now);
        waiting = 0;
        if (now < 3.5 * SECOND) {
          sparseWaits.reset();
          for (int i = 0; i < before.length; i++) {
            before[i] = busy.get(i).used;
          }
        }
        nextSecond += SECOND;
      }
    }

    double all = 0;
    for (int i = 0; i < before.length; i++) {
      all += busy.get(i).used - before[i];
    }
    assertThat((shorts.used - before[0]) / all).isCloseTo(0.25, within(0.05 * 0.25));
    assertThat((longs.used - before[1]) / all).isCloseTo(0.25, within(0.05 * 0.25));
    assertThat((twice.used - before[2]) / all).isCloseTo(0.5, within(0.05 * 0.5));
    assertThat(sparseWaits.getValueAtPercentile(99)).isLessThan((long) (1_000 * MICRO));
    assertThat(all / (3 * SECOND * cores)).as("none idles").isGreaterThan(0.9);
    assertThat(schedule.slots()).isBetween(cores, 4 * cores);
    for (Tenant each : tenants.values()) {
      long open =
          each.queue.queued() + each.queue.running() + each.queue.defaultClass.paused.size();
      assertThat(each.ended + open).as("none is lost").isEqualTo(each.sent);
    }
  }
}
