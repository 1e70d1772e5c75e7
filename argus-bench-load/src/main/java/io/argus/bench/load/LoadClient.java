package io.argus.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * The client process of one tenant: drives CoreWorkload through a DB binding and prints what it
 * measures as {@link LoadLine}s.
 *
 * <p>Arguments are {@code key=value}: {@code db} (binding class), {@code threads}, {@code target}
 * (ops/s), {@code phases} ({@link LoadPhase}s instead of one workload), all others go to the
 * workload. It prints {@code ready} when connected. Each line of its standard input, {@code
 * rampSeconds windowSeconds}, is a run, so that several clients can start together and one client
 * can be compared with itself; the end of the input ends it.
 *
 * <p>Used by one thread.
 */
public final class LoadClient {
  private final int threads;
  private final double targetOpsPerSecond;
  private final LoadSchedule schedule;
  private final List<OutcomeDb> databases = new ArrayList<>();
  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();

  /** Connects every thread. */
  private LoadClient(Properties properties)
      throws ReflectiveOperationException, DBException, WorkloadException {
    Measurements.setProperties(properties); // before the first CoreWorkload is made
    threads = Integer.parseInt(properties.getProperty("threads", "1"));
    targetOpsPerSecond = Double.parseDouble(properties.getProperty("target", "0"));
    schedule = schedule(properties);
    for (int i = 0; i < threads; i++) {
      databases.add(open(properties));
    }
  }

  public static void main(String[] arguments)
      throws ReflectiveOperationException,
          DBException,
          WorkloadException,
          IOException,
          InterruptedException {
    LoadClient client = new LoadClient(properties(arguments));
    System.out.println(new LoadLine.Ready(true).toJson());
    BufferedReader lines = standardInput();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      System.out.println(new LoadLine.Finished(client.run(client.settings(line))).toJson());
    }
    // The HBase client leaves threads behind that are not daemons.
    System.exit(0);
  }

  private LoadSettings settings(String line) {
    String[] seconds = line.trim().split(" ", -1);
    if (seconds.length != 2) {
      throw new IllegalArgumentException("line is '" + line + "'; must be seconds of ramp, window");
    }
    return new LoadSettings(
        threads,
        Duration.ofSeconds(Long.parseLong(seconds[0])),
        Duration.ofSeconds(Long.parseLong(seconds[1])),
        targetOpsPerSecond);
  }

  /** Reads {@code key=value} arguments. */
  static Properties properties(String[] arguments) {
    Properties properties = new Properties();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("argument is " + argument + "; must be key=value");
      }
      properties.setProperty(argument.substring(0, equals), argument.substring(equals + 1));
    }
    return properties;
  }

  private LoadResult run(LoadSettings settings) throws InterruptedException {
    completed.reset();
    failed.reset();
    MeasuringWindow window = MeasuringWindow.of(System.nanoTime(), settings);
    List<ClosedLoop> loops = new ArrayList<>();
    List<Thread> running = new ArrayList<>();
    for (OutcomeDb db : databases) {
      ClosedLoop loop = new ClosedLoop(schedule, db, window, completed, failed);
      Thread thread = new Thread(loop, "load-" + running.size());
      thread.setDaemon(true);
      loops.add(loop);
      running.add(thread);
    }
    running.forEach(Thread::start);
    reportSeconds(window);
    for (Thread thread : running) {
      thread.join();
    }
    return summary(loops, settings.window());
  }

  private LoadSchedule schedule(Properties properties) throws WorkloadException {
    String phases = properties.getProperty("phases");
    if (phases != null) {
      return LoadSchedule.of(
          LoadPhase.parse(phases),
          threads,
          properties.getProperty("table"),
          Long.parseLong(properties.getProperty("recordcount")));
    }
    CoreWorkload workload = new CoreWorkload();
    workload.init(properties);
    return LoadSchedule.constant(workload, LoadSettings.pauseNanos(threads, targetOpsPerSecond));
  }

  static OutcomeDb open(Properties properties) throws ReflectiveOperationException, DBException {
    String binding = properties.getProperty("db");
    if (binding == null) {
      throw new IllegalArgumentException("db is missing; must name the class of a DB binding");
    }
    OutcomeDb db =
        new OutcomeDb(
            Class.forName(binding).asSubclass(DB.class).getDeclaredConstructor().newInstance());
    db.setProperties(properties);
    db.init();
    return db;
  }

  static BufferedReader standardInput() {
    return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  }

  private void reportSeconds(MeasuringWindow window) {
    int second = 0;
    while (!window.isClosed(System.nanoTime())) {
      second++;
      long due = window.startNanos() + Duration.ofSeconds(second).toNanos();
      long left = due - System.nanoTime();
      while (left > 0) {
        LockSupport.parkNanos(left);
        left = due - System.nanoTime();
      }
      System.out.println(
          new LoadLine.Progress(second, completed.sumThenReset(), failed.sumThenReset()).toJson());
    }
  }

  private static LoadResult summary(List<ClosedLoop> loops, Duration window) {
    Histogram all = new Histogram(loops.get(0).latenciesMicros());
    all.reset();
    long errors = 0;
    for (ClosedLoop loop : loops) {
      all.add(loop.latenciesMicros());
      errors += loop.errorsInWindow();
    }
    return LoadResult.of(all, errors, window);
  }
}
