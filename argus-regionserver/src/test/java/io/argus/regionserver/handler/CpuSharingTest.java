package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.io.IoPolicy;
import io.argus.regionserver.io.IoSchedule;
import io.argus.regionserver.scheduling.Faults;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How the schedule divides any number of cores, on a simulated clock: the kernel gives all requests
 * in handlers the same part of the cores, but those that wait for the log.
 */
class CpuSharingTest {
  private static final double MICRO = 1e3;
  private static final double SECOND = 1e9;
  private static final int CLIENTS = 200;

  /** So that handler time of reads does not count. */
  private static final long NO_HANDLER_TIME = 0;

  /** The last part of a run, which is measured. */
  private static final double MEASURED = 2.5 * SECOND;

  private static final double CHECKED_EVERY = SECOND / 10;
  private static final double GRANTS_EVERY = SECOND / 500;
  private static final long SLO_NANOS = 10_000_000;
  private static final int SECONDS_TO_LEARN = 2;
  private static final String UNBOUNDED = "1000000";
  private static final double WRITE_COST = 400 * MICRO;
  private static final double LOG_WAIT = 2_000 * MICRO;

  private static final double SPARSE_COST = 33 * MICRO;
  private static final double SPARSE_PER_SECOND = 3_000;

  /** A request that runs or pauses, or what it leaves to other threads. */
  private static final class Work {
    final Tenant of;
    final double cost;
    final double begun;
    double used;
    double inHandler;
    double pieceEnds = HandlerSchedule.QUANTUM_NANOS;

    Work(Tenant of, double cost, double begun) {
      this.of = of;
      this.cost = cost;
      this.begun = begun;
    }

    double left() {
      return Math.min(pieceEnds, cost) - used;
    }

    boolean isOver() {
      return cost - used < 1;
    }
  }

  private static final class Tenant {
    final HandlerTenant<Double> queue;
    final RequestKind kind;

    /** CPU time of a request in its handler, ns. */
    final double cost;

    /** CPU time of the network's threads for it, as a multiple of that. */
    final double outside;

    /** How long a request waits for the log after that, ns. */
    double log;

    /** The writes of a tenant that reads, too; null if it only does one of them. */
    @Nullable Tenant writes;

    /** Whether its requests never pause. */
    boolean inOnePiece;

    double used;
    long sent;
    long ended;

    Tenant waitsForLog(double nanos) {
      log = nanos;
      return this;
    }

    Tenant(HandlerTenant<Double> queue, RequestKind kind, double cost, double outside) {
      this.queue = queue;
      this.kind = kind;
      this.cost = cost;
      this.outside = outside;
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
  private final Map<HandlerRequest<Double>, Work> running = new LinkedHashMap<>();
  private final Map<HandlerRequest<Double>, Work> paused = new LinkedHashMap<>();
  private final Map<HandlerRequest<Double>, Work> writes = new LinkedHashMap<>();

  /** Requests that wait for the log, with the time when they end. */
  private final Map<HandlerRequest<Double>, Double> atLog = new LinkedHashMap<>();

  private final List<Work> outside = new ArrayList<>();
  private final Map<HandlerTenant<Double>, Tenant> tenants = new LinkedHashMap<>();
  private final Histogram sparseWaits = new Histogram(10_000_000_000L, 3);

  /** Of the sparse tenant in a second. */
  private final Histogram responses = new Histogram(100_000_000_000L, 3);

  private final List<Boolean> keptInSeconds = new ArrayList<>();
  private final Map<HandlerRequest<Double>, Double> pauseEnds = new LinkedHashMap<>();
  private HandlerSchedule<Double> schedule;
  private double now;
  private double end = 6 * SECOND;
  private double logStandsUntil;
  private double waiting;
  private double sparsePerSecond = SPARSE_PER_SECOND;
  private @Nullable Tenant sparse;
  private boolean countsHandlerTime;
  private double nextGrants = GRANTS_EVERY;

  /** Stands for which request began or went on at which time. */
  private long trace;

  private Tenant tenant(String name, double weight, double cost) {
    return tenant(name, weight, RequestKind.GET, cost, 0);
  }

  private Tenant tenant(
      String name, double weight, RequestKind kind, double cost, double outsideHandlers) {
    HandlerTenant<Double> queue = schedule.add(io.add(TenantId.of(name)), weight, (long) now);
    queue.cpu.ratio(1 + outsideHandlers);
    Tenant tenant = new Tenant(queue, kind, cost, outsideHandlers);
    tenants.put(queue, tenant);
    return tenant;
  }

  private void send(Tenant tenant) {
    tenant.sent++;
    RequestCosts costs = tenant.queue.costs("table", tenant.kind);
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
  private void begin() {
    schedule.followGrants((long) now);
    while (true) {
      HandlerRequest<Double> resumed = schedule.resume();
      if (resumed != null) {
        running.put(resumed, paused.remove(resumed));
        traces(resumed);
        continue;
      }
      HandlerRequest<Double> next = new HandlerRequest<>(Thread.currentThread(), pool);
      if (!schedule.next(next, (long) now)) {
        return;
      }
      Tenant of = tenants.get(next.owner());
      of = next.kind().writes() && of.writes != null ? of.writes : of;
      if (of == sparse) {
        sparseWaits.recordValue((long) (now - next.request()));
      }
      running.put(next, new Work(of, of.cost, now));
      traces(next);
    }
  }

  private void traces(HandlerRequest<Double> goesOn) {
    trace = 31 * (31 * trace + (long) now) + goesOn.owner().id().hashCode();
  }

  /** Lets time pass up to the next end of a piece, or until then. */
  private void advance(int cores, double until) {
    double rate = Math.min(1, (double) cores / Math.max(1, running.size() + outside.size()));
    double least = until - now;
    for (double logged : atLog.values()) {
      least = Math.min(least, logged - now);
    }
    for (Work work : running.values()) {
      least = Math.min(least, work.left() / rate);
    }
    for (Work work : outside) {
      least = Math.min(least, (work.cost - work.used) / rate);
    }
    now += least;
    waiting += Math.max(0, running.size() + outside.size() - cores) * least;
    double used = rate * least;
    double passed = least;
    running.values().forEach(work -> work.inHandler += passed);
    running.values().forEach(work -> use(work, used));
    outside.forEach(work -> use(work, used));
    outside.removeIf(Work::isOver);
    List<HandlerRequest<Double>> over = new ArrayList<>();
    running.forEach(
        (request, work) -> {
          if (work.left() < 1) {
            over.add(request);
          }
        });
    over.forEach(this::endPiece);
    endLogged();
  }

  private void endLogged() {
    List<HandlerRequest<Double>> logged = new ArrayList<>();
    atLog.forEach(
        (request, ends) -> {
          if (ends - now < 1) {
            logged.add(request);
          }
        });
    for (HandlerRequest<Double> request : logged) {
      atLog.remove(request);
      end(request, writes.remove(request));
    }
  }

  private static void use(Work work, double nanos) {
    work.used += nanos;
    work.of.used += nanos;
  }

  private void endPiece(HandlerRequest<Double> request) {
    Work work = running.remove(request);
    if (!work.isOver()) {
      work.pieceEnds += HandlerSchedule.QUANTUM_NANOS;
      if (!work.of.inOnePiece) {
        pauseEnds.put(request, now + schedule.pause(request, (long) work.used));
      }
      (request.paused ? paused : running).put(request, work);
    } else if (work.of.log > 0) {
      writes.put(request, work);
      atLog.put(request, Math.max(logStandsUntil, now + work.of.log));
    } else {
      end(request, work);
    }
  }

  private void end(HandlerRequest<Double> request, Work work) {
    Tenant of = work.of;
    long handlerNanos = of.log > 0 ? (long) (now - work.begun) : NO_HANDLER_TIME;
    handlerNanos = countsHandlerTime ? (long) work.inHandler : handlerNanos;
    schedule.finish(request, handlerNanos, (long) of.cost, (long) now);
    of.ended++;
    if (of == sparse) {
      responses.recordValue((long) (now - request.request()));
    }
    if (of.outside > 0) {
      outside.add(new Work(of, of.outside * of.cost, now));
    }
    if (of != sparse) {
      send(of);
    }
  }

  /** What the timer does every 2 ms, and the thread of a request that pauses. */
  private void followGrants() {
    nextGrants = now + GRANTS_EVERY;
    schedule.followGrants((long) now);
    for (HandlerRequest<Double> request : new ArrayList<>(paused.keySet())) {
      if (now >= pauseEnds.get(request)) {
        schedule.resumeAnyway(request);
        running.put(request, paused.remove(request));
      }
    }
  }

  /** Runs closed loops of clients; returns what each tenant used after the first part of it. */
  private double[] run(int cores, @Nullable Tenant openLoop, List<Tenant> busy) {
    sparse = openLoop;
    double nextSparse = sparse == null ? Double.POSITIVE_INFINITY : 0;
    double nextSecond = SECOND;
    double nextCheck = CHECKED_EVERY;
    double[] before = new double[busy.size()];
    while (now < end) {
      begin();
      boolean grants = schedule.needsGrants();
      advance(cores, Math.min(nextSparse, grants ? Math.min(nextGrants, nextCheck) : nextCheck));
      if (grants && now >= nextGrants) {
        followGrants();
      }
      if (now >= nextCheck) {
        schedule.followReads();
        schedule.followWaits((long) now);
        nextCheck += CHECKED_EVERY;
      }
      if (sparse != null && now >= nextSparse) {
        send(sparse);
        nextSparse += -Math.log(1 - random.nextDouble()) * SECOND / sparsePerSecond;
      }
      if (now >= nextSecond) {
        schedule.cores(waiting / SECOND, 1);
        schedule.sweep((long) now);
        waiting = 0;
        keptInSeconds.add(
            responses.getTotalCount() > 0 && responses.getValueAtPercentile(99) <= SLO_NANOS);
        responses.reset();
        if (now < end - MEASURED) {
          sparseWaits.reset();
          for (int i = 0; i < before.length; i++) {
            before[i] = busy.get(i).used;
          }
        }
        nextSecond += SECOND;
      }
    }
    double[] used = new double[before.length];
    for (int i = 0; i < used.length; i++) {
      used[i] = busy.get(i).used - before[i];
    }
    return used;
  }

  private void sendFrom(int clients, Tenant tenant) {
    for (int i = 0; i < clients; i++) {
      send(tenant);
    }
  }

  private void requireShares(double[] used, double... shares) {
    double all = Arrays.stream(used).sum();
    for (int i = 0; i < shares.length; i++) {
      assertThat(used[i] / all).as("share %s", i).isCloseTo(shares[i], within(0.05 * shares[i]));
    }
  }

  private void requireNoneIsLost() {
    for (Tenant each : tenants.values()) {
      long open =
          each.queue.queued()
              + each.queue.running()
              + each.queue.defaultClass.paused.size()
              + each.queue.defaultClass.awaitGrant.size();
      assertThat(each.ended + open).as("none is lost").isEqualTo(each.sent);
    }
  }

  private void newSchedule(int cores, String... settings) {
    schedule =
        new HandlerSchedule<>(
            4 * cores + 30, HandlerPolicy.of(ClosedLoop.settings(settings), cores));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 32})
  void coresAreDividedByWeightAndWhoUsesLittleHardlyWaits(int cores) {
    newSchedule(cores);
    Tenant sparse = tenant("sparse", 1, SPARSE_COST);
    Tenant shorts = tenant("short", 1, 300 * MICRO);
    Tenant longs = tenant("long", 1, 5_000 * MICRO);
    Tenant twice = tenant("twice", 2, 1_000 * MICRO);
    List<Tenant> busy = List.of(shorts, longs, twice);
    busy.forEach(tenant -> sendFrom(CLIENTS, tenant));
    double[] used = run(cores, sparse, busy);
    requireShares(used, 0.25, 0.25, 0.5);
    assertThat(sparseWaits.getValueAtPercentile(99)).isLessThan((long) (1_000 * MICRO));
    assertThat(Arrays.stream(used).sum() / (3 * SECOND * cores))
        .as("none idles")
        .isGreaterThan(0.9);
    assertThat(schedule.slots()).isBetween(cores, 4 * cores);
    requireNoneIsLost();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 32})
  void sharesAreThoseOfThePlanWhateverTheClients(int cores) {
    newSchedule(cores);
    List<Reservation> reservations = new ArrayList<>();
    double[] shares = {0.6, 0.2, 0.2};
    for (double share : shares) {
      TenantId id = TenantId.of("tenant" + reservations.size());
      reservations.add(Reservation.of(id, 1.0 / 3, 1.0 / 3).withCpuShare(share));
    }
    Plan plan =
        Plan.of(1, Plan.Mode.AUTO, 0, true, reservations, PlanExplanation.because("weights 3:1:1"));
    List<Tenant> busy = new ArrayList<>();
    for (Reservation each : reservations) {
      String name = each.tenant().name();
      busy.add(tenant(name, shares.length * plan.cpuShare(each.tenant()), 500 * MICRO));
    }
    sendFrom(150, busy.get(0));
    sendFrom(150, busy.get(1));
    sendFrom(900, busy.get(2));
    requireShares(run(cores, null, busy), shares);
    requireNoneIsLost();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 32})
  void largeRepliesAreChargedWithWhatTheyCostOutsideOfHandlers(int cores) {
    newSchedule(cores);
    Tenant gets = tenant("gets", 1, 40 * MICRO);
    Tenant replies = tenant("replies", 1, RequestKind.SCAN, 1_000 * MICRO, 0.8);
    List<Tenant> busy = List.of(gets, replies);
    busy.forEach(tenant -> sendFrom(CLIENTS, tenant));
    requireShares(run(cores, null, busy), 0.5, 0.5);
    requireNoneIsLost();
  }

  private Tenant writer(String name, double weight, double log) {
    return tenant(name, weight, RequestKind.WRITE, WRITE_COST, 0).waitsForLog(log);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 32})
  void writesThatWaitForTheLogAreChargedTheirCpuTimeAndReadersKeepTheirs(int cores) {
    newSchedule(cores);
    Tenant sparse = tenant("sparse", 1, SPARSE_COST);
    Tenant reader = tenant("reader", 1, 100 * MICRO);
    Tenant writer = writer("writer", 1, LOG_WAIT);
    List<Tenant> busy = List.of(reader, writer);
    busy.forEach(tenant -> sendFrom(CLIENTS, tenant));
    end = 10 * SECOND; // the more cores, the longer until there are as few slots as that takes
    double[] used = run(cores, sparse, busy);
    requireShares(used, 0.5, 0.5);
    assertThat(Arrays.stream(used).sum() / (3 * SECOND * cores))
        .as("none idles")
        .isGreaterThan(0.9);
    assertThat(sparseWaits.getValueAtPercentile(99)).isLessThan((long) (1_000 * MICRO));
    requireNoneIsLost();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 32})
  void aTenantThatReadsAndWritesHasOneShareAndNeitherKeepsTheOtherOut(int cores) {
    newSchedule(cores);
    Tenant reader = tenant("reader", 1, 100 * MICRO);
    Tenant both = tenant("both", 2, 100 * MICRO);
    Tenant writesOfBoth =
        new Tenant(both.queue, RequestKind.WRITE, WRITE_COST, 0).waitsForLog(LOG_WAIT);
    both.writes = writesOfBoth;
    List<Tenant> busy = List.of(reader, both, writesOfBoth);
    busy.forEach(tenant -> sendFrom(CLIENTS, tenant));
    end = 10 * SECOND;
    double[] used = run(cores, null, busy);
    requireShares(new double[] {used[0], used[1] + used[2]}, 1 / 3.0, 2 / 3.0);
    requireShares(new double[] {used[1], used[2]}, 0.5, 0.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 32})
  void whileTheLogStandsStillReadsHaveAllCoresAndNoneWaitsForAWrite(int cores) {
    newSchedule(cores);
    Tenant sparse = tenant("sparse", 1, SPARSE_COST);
    Tenant reader = tenant("reader", 1, 100 * MICRO);
    Tenant a = writer("a", 1, LOG_WAIT);
    Tenant b = writer("b", 1, LOG_WAIT);
    List<Tenant> busy = List.of(reader, a, b);
    busy.forEach(tenant -> sendFrom(CLIENTS, tenant));
    logStandsUntil = 20 * SECOND;
    double[] used = run(cores, sparse, busy);
    assertThat(used[0] / (3 * SECOND * cores)).as("of the cores").isGreaterThan(0.9);
    assertThat(sparseWaits.getValueAtPercentile(99)).isLessThan((long) (1_000 * MICRO));
    requireNoneIsLost();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 32})
  void aReaderWithAThreadForEachCoreKeepsNearlyHalfBesideManyWriters(int cores) {
    newSchedule(cores);
    Tenant reader = tenant("reader", 1, 100 * MICRO);
    Tenant writer = writer("writer", 1, LOG_WAIT);
    sendFrom(cores, reader);
    sendFrom(CLIENTS, writer);
    end = 10 * SECOND;
    double[] used = run(cores, null, List.of(reader, writer));
    assertThat(used[0] / (used[0] + used[1])).isGreaterThan(0.45);
    requireNoneIsLost();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 32})
  void writesGoOnBesideReadsThatHaveAllSlotsAndNeverPause(int cores) {
    newSchedule(cores);
    Tenant endless = tenant("endless", 1, RequestKind.OTHER, 20 * SECOND, 0);
    endless.inOnePiece = true;
    Tenant writer = writer("writer", 1, LOG_WAIT);
    sendFrom(CLIENTS, endless);
    sendFrom(CLIENTS, writer);
    double[] used = run(cores, null, List.of(endless, writer));
    assertThat(used[1] / (3 * SECOND * cores)).as("of the cores").isGreaterThan(0.1);
    requireNoneIsLost();
  }

  /** Runs a tenant of an open loop beside long scans; returns their part of all cores. */
  private double besideScans(int cores, double loadOfCores) {
    Tenant steady = tenant("steady", 1, 100 * MICRO);
    sparsePerSecond = loadOfCores * cores * SECOND / steady.cost;
    countsHandlerTime = true;
    Tenant scans = tenant("scans", 1, RequestKind.SCAN, 1_500 * MICRO, 0);
    sendFrom(CLIENTS, scans);
    double[] used = run(cores, steady, List.of(scans));
    requireNoneIsLost();
    return used[0] / (3 * SECOND * cores);
  }

  private double kept() {
    List<Boolean> counted = keptInSeconds.subList(SECONDS_TO_LEARN, keptInSeconds.size());
    return counted.stream().mapToInt(kept -> kept ? 1 : 0).average().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"2, 0.05", "2, 0.65", "16, 0.05", "16, 0.65"})
  void aP99IsKeptAsItsSloSaysBesideScansThatHaveATenthOfTheCoresAtLeast(int cores, double load) {
    newSchedule(cores, "argus.queue.length", UNBOUNDED, "argus.slos", "steady:p99=10");
    end = (cores > 2 ? 22 : 62) * SECOND;
    double ofScans = besideScans(cores, load);
    assertThat(kept()).isGreaterThanOrEqualTo(0.95);
    assertThat(ofScans).isGreaterThan(0.1);
  }

  /** The trace is that of the schedule before there were grants. */
  @ParameterizedTest
  @CsvSource({"2, -4565783094722999640", "16, 2536830664312066085"})
  void withoutAnSloTheScheduleIsWhatItWasAndScansHaveTheirHalf(int cores, long before) {
    newSchedule(cores, "argus.queue.length", UNBOUNDED);
    double ofScans = besideScans(cores, 0.65);
    assertThat(trace).isEqualTo(before);
    assertThat(kept()).isLessThan(0.5);
    assertThat(ofScans).isGreaterThan(0.45);
  }
}
