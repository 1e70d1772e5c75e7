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
 * <p>Arguments are {@code key=value}: {@code db} (binding class), {@code threads}, {@code
 * rampSeconds}, {@code windowSeconds}, {@code target} (ops/s), {@code phases} ({@link LoadPhase}s
 * instead of one workload), all others go to the workload. It prints {@code ready} when connected
 * and starts at the first line, or the end, of its standard input, so that several clients can
 * start together.
 *
 * <p>Used by one thread.
 */
public final class LoadClient {
  private final LoadSettings settings;
  private final Properties properties;
  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();

  private LoadClient(LoadSettings settings, Properties properties) {
    this.settings = settings;
    this.properties = properties;
  }

  public static void main(String[] arguments)
      throws ReflectiveOperationException,
          DBException,
          WorkloadException,
          IOException,
          InterruptedException {
    Properties properties = properties(arguments);
    LoadSettings settings =
        new LoadSettings(
            Integer.parseInt(properties.getProperty("threads", "1")),
            Duration.ofSeconds(Long.parseLong(properties.getProperty("rampSeconds", "0"))),
            Duration.ofSeconds(Long.parseLong(properties.getProperty("windowSeconds", "10"))),
            Double.parseDouble(properties.getProperty("target", "0")));
    LoadResult result = new LoadClient(settings, properties).run();
    System.out.println(new LoadLine.Finished(result).toJson());
    // The HBase client leaves threads behind that are not daemons.
    System.exit(0);
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

  private LoadResult run()
      throws ReflectiveOperationException,
          DBException,
          WorkloadException,
          IOException,
          InterruptedException {
    Measurements.setProperties(properties);
    LoadSchedule schedule = schedule();
    List<OutcomeDb> databases = new ArrayList<>();
    for (int i = 0; i < settings.threads(); i++) {
      databases.add(open(properties));
    }
    System.out.println(new LoadLine.Ready(true).toJson());
    awaitGo();

    MeasuringWindow window = MeasuringWindow.of(System.nanoTime(), settings);
    List<ClosedLoop> loops = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (OutcomeDb db : databases) {
      ClosedLoop loop = new ClosedLoop(schedule, db, window, completed, failed);
      Thread thread = new Thread(loop, "load-" + threads.size());
      thread.setDaemon(true);
      loops.add(loop);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
    reportSeconds(window);
    for (Thread thread : threads) {
      thread.join();
    }
    return summary(loops);
  }

  private LoadSchedule schedule() throws WorkloadException {
    String phases = properties.getProperty("phases");
    if (phases != null) {
      return LoadSchedule.of(
          LoadPhase.parse(phases),
          settings.threads(),
          properties.getProperty("table"),
          Long.parseLong(properties.getProperty("recordcount")));
    }
    CoreWorkload workload = new CoreWorkload();
    workload.init(properties);
    return LoadSchedule.constant(workload, settings.pauseNanos());
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

  static void awaitGo() throws IOException {
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
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

  private LoadResult summary(List<ClosedLoop> loops) {
    Histogram all = new Histogram(loops.get(0).latenciesMicros());
    all.reset();
    long errors = 0;
    for (ClosedLoop loop : loops) {
      all.add(loop.latenciesMicros());
      errors += loop.errorsInWindow();
    }
    return LoadResult.of(all, errors, settings.window());
  }
}
