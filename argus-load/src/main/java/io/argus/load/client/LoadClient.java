package io.argus.load.client;

import static io.argus.load.basics.Argument.require;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Properties;
import org.HdrHistogram.Histogram;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

/**
 * The client process of a tenant: drives CoreWorkload through a DB binding and prints what it
 * measures as {@link LoadLine}s.
 *
 * <p>Arguments are {@code key=value}: {@code db} (binding class), {@code threads}, {@code target}
 * (ops/s), {@code phases} ({@link LoadPhase}s instead of one workload), {@code latencies} (true to
 * print those of each second), those of {@link Requests} (which are sent instead). All others go to
 * the workload. The client prints {@code ready} when it is connected. Each line of its standard
 * input, {@code rampSeconds windowSeconds}, starts a run. So several clients can start together,
 * and one client can do several runs. It ends at the end of the input.
 *
 * <p>Used by one thread.
 */
public final class LoadClient {
  private final int threads;
  private final LoadSchedule schedule;
  private final List<OutcomeDb> databases;
  private final CurrentSecond current;

  private LoadClient(Properties properties)
      throws ReflectiveOperationException, DBException, WorkloadException {
    Measurements.setProperties(properties); // before the first CoreWorkload is made
    threads = Integer.parseInt(properties.getProperty("threads", "1"));
    require(threads >= 1, "threads", threads, "at least 1");
    schedule = schedule(properties);
    current = new CurrentSecond(Boolean.parseBoolean(properties.getProperty("latencies")));
    databases = connect(properties, threads);
    readOne(properties.getProperty("table", ""));
  }

  /** Loads the classes and opens the connection that all threads share: it takes seconds. */
  private void readOne(String table) {
    OutcomeDb any = databases.get(0);
    any.read(table, Preset.key(0), null, new HashMap<>());
    any.takeFailed();
  }

  public static void main(String[] arguments)
      throws ReflectiveOperationException,
          DBException,
          WorkloadException,
          IOException,
          InterruptedException {
    LoadClient client = new LoadClient(properties(arguments));
    System.out.println(new LoadLine.Ready().toJson());
    BufferedReader lines = standardInput();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] seconds = line.trim().split(" ", -1);
      require(seconds.length == 2, "line", line, "the seconds of ramp and window");
      Duration ramp = Duration.ofSeconds(Long.parseLong(seconds[0]));
      Duration window = Duration.ofSeconds(Long.parseLong(seconds[1]));
      System.out.println(new LoadLine.Finished(client.run(ramp, window)).toJson());
    }
    // The HBase client leaves threads behind that are not daemons.
    System.exit(0);
  }

  static Properties properties(String[] arguments) {
    Properties properties = new Properties();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      require(equals >= 1, "argument", argument, "key=value");
      properties.setProperty(argument.substring(0, equals), argument.substring(equals + 1));
    }
    return properties;
  }

  private LoadResult run(Duration ramp, Duration length) throws InterruptedException {
    current.end(0);
    MeasuringWindow window = MeasuringWindow.of(System.nanoTime(), ramp, length);
    List<ClosedLoop> loops = new ArrayList<>();
    List<Thread> running = new ArrayList<>();
    for (OutcomeDb db : databases) {
      ClosedLoop loop = new ClosedLoop(schedule, db, window, current);
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
    return summary(loops, length);
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
    double target = Double.parseDouble(properties.getProperty("target", "0"));
    require(target >= 0, "target", target, "at least 0");
    return LoadSchedule.constant(
        LoadSchedule.workload(properties), LoadSchedule.pauseNanos(threads, target));
  }

  /** Connects a number of threads. */
  static List<OutcomeDb> connect(Properties properties, int threads)
      throws ReflectiveOperationException, DBException {
    String binding = properties.getProperty("db", "");
    require(!binding.isEmpty(), "db", "missing", "the class of a DB binding");
    Class<? extends DB> type = Class.forName(binding).asSubclass(DB.class);
    List<OutcomeDb> databases = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      OutcomeDb db = new OutcomeDb(type.getDeclaredConstructor().newInstance());
      db.setProperties(properties);
      db.init();
      databases.add(db);
    }
    return databases;
  }

  static BufferedReader standardInput() {
    return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  }

  private void reportSeconds(MeasuringWindow window) {
    int second = 0;
    while (!window.isClosed(System.nanoTime())) {
      second++;
      ClosedLoop.parkUntil(window.startNanos() + Duration.ofSeconds(second).toNanos());
      System.out.println(current.end(second).toJson());
    }
  }

  private static LoadResult summary(List<ClosedLoop> loops, Duration window) {
    Histogram all = loops.get(0).latenciesMicros().copy();
    loops.stream().skip(1).forEach(loop -> all.add(loop.latenciesMicros()));
    long errors = loops.stream().mapToLong(ClosedLoop::errorsInWindow).sum();
    return LoadResult.of(all, errors, window);
  }
}
