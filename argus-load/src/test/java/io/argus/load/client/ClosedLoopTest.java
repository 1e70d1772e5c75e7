package io.argus.load.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

class ClosedLoopTest {
  private static final long ROWS = 100_000;

  /** Of a window; longer than a thread waits for a busy core. */
  private static final Duration LENGTH = Duration.ofSeconds(1);

  private final CurrentSecond current = new CurrentSecond(true);

  @BeforeEach
  void measurementsOfYcsbNeedProperties() {
    Measurements.setProperties(new Properties());
  }

  @Test
  void everyOperationIsCountedOnceAndFailuresApart() throws WorkloadException {
    KeysDb db = new KeysDb();
    ClosedLoop loop = run(Preset.UNIFORM, db, 0);

    assertThat(db.calls).isPositive();
    LoadLine.Second second = (LoadLine.Second) current.end(1);
    assertThat(second.ops() + second.errors()).isEqualTo(db.calls);
    assertThat(second.errors()).isEqualTo(db.calls / 2);
    assertThat(LoadLine.latencies(second).getTotalCount()).isEqualTo(second.ops());
    assertThat(current.end(2).ops()).as("each is in one second").isZero();
    assertThat(loop.latenciesMicros().getTotalCount() + loop.errorsInWindow())
        .isLessThanOrEqualTo(db.calls);
  }

  @Test
  void hotWorkloadsStayWithinTheirRows() throws WorkloadException {
    Set<String> allowed = new HashSet<>();
    for (long row = 0; row < Preset.EXHOT.touchedRows(ROWS); row++) {
      allowed.add(Preset.key(row));
    }
    KeysDb db = new KeysDb();
    run(Preset.EXHOT, db, 0);

    assertThat(allowed).hasSize(250).containsAll(db.keys);
    assertThat(db.keys.size()).isGreaterThan(100);
  }

  @Test
  void noMoreIsAskedForThanTheTarget() throws WorkloadException {
    KeysDb db = new KeysDb();
    run(Preset.UNIFORM, db, 200);

    assertThat(db.calls).isBetween(2L, 205L);
  }

  @Test
  void atASteadyRateALatencyBeginsWhenItsOperationIsDue() throws WorkloadException {
    KeysDb db = new KeysDb();
    db.tookMillis = 10;
    ClosedLoop loop = run(Preset.UNIFORM, db, 400);

    assertThat(loop.latenciesMicros().getMaxValue())
        .as("each comes later than the one before")
        .isGreaterThan(20_000);
  }

  @Test
  void aLongPauseDoesNotDelayTheNextStep() throws WorkloadException {
    KeysDb db = new KeysDb();
    List<LoadPhase> phases =
        List.of(new LoadPhase(Preset.UNIFORM, 1, 0.001), LoadPhase.full(Preset.UNIFORM, 1));
    run(LoadSchedule.of(phases, 1, "t", ROWS), db, LENGTH.multipliedBy(2));

    assertThat(db.calls).isGreaterThan(10);
  }

  private ClosedLoop run(Preset preset, KeysDb db, double target) throws WorkloadException {
    CoreWorkload workload = new CoreWorkload();
    workload.init(preset.properties("t", ROWS));
    long pauseNanos = LoadSchedule.pauseNanos(1, target);
    return run(LoadSchedule.constant(workload, pauseNanos), db, LENGTH);
  }

  private ClosedLoop run(LoadSchedule schedule, KeysDb db, Duration length) {
    MeasuringWindow window = MeasuringWindow.of(System.nanoTime(), Duration.ofMillis(20), length);
    ClosedLoop loop = new ClosedLoop(schedule, new OutcomeDb(db), window, current);
    loop.run();
    return loop;
  }

  /** Notes the keys it is asked for; every second operation fails. */
  private static final class KeysDb extends DB {
    private final Set<String> keys = new HashSet<>();
    private long calls;
    private long tookMillis;

    private Status next(String key) {
      ClosedLoop.parkUntil(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(tookMillis));
      keys.add(key);
      calls++;
      return calls % 2 == 0 ? Status.ERROR : Status.OK;
    }

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      return next(key);
    }

    @Override
    public Status scan(
        String table,
        String startKey,
        int rows,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      return next(startKey);
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      return next(key);
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      return next(key);
    }

    @Override
    public Status delete(String table, String key) {
      return next(key);
    }
  }
}
