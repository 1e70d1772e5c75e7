package io.argus.bench.fault;

import static io.argus.core.text.Text.format;

import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TenantTables;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.check.CheckResult;
import io.argus.check.CheckedRows;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One system that has one fault after the other, under the load of a checking client and of two
 * tenants. A cluster that is not whole again three minutes after a fault is replaced by a new one.
 *
 * <p>Used by one thread.
 */
public final class FaultRun implements AutoCloseable {
  /** Each region server has half of it in its block cache, so that most reads go to HDFS. */
  private static final WorkloadMix MIX = WorkloadMix.parse("uniform10@250+rw10@100");

  private static final long ROWS = 30_000;
  private static final double CACHE_FRACTION = 0.5;
  private static final int BEFORE_SECONDS = 8;
  private static final int WARM_SECONDS = 8;
  private static final int MIN_AFTERWARDS_SECONDS = 6;
  private static final long SPREAD_MILLIS = 3000;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration ESTIMATE = Duration.ofSeconds(25);
  private static final Duration START = Duration.ofSeconds(60);

  private final ClientJvm clients;
  private final ClusterSettings settings;
  private final SystemUnderTest system;
  private final FaultDocuments documents;
  private final OtherVersions versions;
  private final RunProgress progress;

  /** What the current fault saw. */
  private final List<String> seen = new ArrayList<>();

  private @Nullable Running running;

  /** A cluster with its clients. */
  private record Running(FaultSite site, CheckProcess check, BackgroundLoad load)
      implements AutoCloseable {
    @Override
    public void close() {
      load.close();
      check.close();
      site.actions().close();
    }
  }

  /** The cluster that every system gets: a session of 15 s, every block on two DataNodes. */
  public static ClusterSettings clusterSettings() {
    return runSettings()
        .clusterSettings()
        .withSite("zookeeper.session.timeout", "15000")
        .withSite("hbase.zookeeper.property.tickTime", "1000")
        .withSite("dfs.replication", "2")
        .withSite("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
  }

  private static RunSettings runSettings() {
    return RunSettings.defaults().withData(ROWS, 1, CACHE_FRACTION).withRegionServers(3);
  }

  /** The bytes of all tables. */
  public static long dataBytes() {
    return runSettings().tenantBytes() * MIX.tenants().size();
  }

  /**
   * @param clients of a cluster that is not started
   * @param versions for faults that upgrade
   */
  public FaultRun(
      ClientJvm clients,
      ClusterSettings settings,
      SystemUnderTest system,
      FaultDocuments documents,
      OtherVersions versions,
      RunProgress progress) {
    this.clients = clients;
    this.settings = settings;
    this.system = system;
    this.documents = documents;
    this.versions = versions;
    this.progress = progress;
  }

  /** How long these faults take, about. */
  public static Duration estimate(List<Fault> faults) {
    Duration sum = START;
    for (Fault fault : faults) {
      sum = sum.plus(ESTIMATE).plusSeconds(BEFORE_SECONDS + fault.seconds());
    }
    return sum;
  }

  /**
   * Has the faults.
   *
   * @param later time that everything after them takes
   * @param outcomes receives each
   */
  public void run(List<Fault> faults, Duration later, Consumer<FaultOutcome> outcomes)
      throws IOException {
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = faults.get(i);
      Duration left = later.plus(estimate(faults.subList(i, faults.size())));
      try {
        outcomes.accept(one(fault, left));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted during " + fault.name());
      }
    }
  }

  private FaultOutcome one(Fault fault, Duration left) throws IOException, InterruptedException {
    Running now = started(left);
    String why = fault.limit().on(now.site()).orElse("");
    if (!why.isEmpty()) {
      progress.measured(system.name() + ": " + fault.name() + " skipped: " + why);
      return FaultOutcome.skipped(system.name(), fault, why);
    }
    progress.step(system.name() + ": " + fault.name() + ", " + fault.what(), left);
    List<String> notes = new ArrayList<>();
    seen.clear();
    step("prepare", fault.prepare(), now.site(), notes);
    step("spread", FaultRun::spread, now.site(), notes);
    now.check().begin();
    int begin = now.load().second();
    Thread.sleep(BEFORE_SECONDS * 1000L);
    Recovery recovery = new Recovery(now.load().between(begin, now.load().second()));
    int faultSecond = now.load().second();
    step("inject", fault.inject(), now.site(), notes);
    int injected = now.load().second() - faultSecond;
    Thread.sleep(fault.seconds() * 1000L);
    step("heal", fault.heal(), now.site(), notes);
    Thread.sleep(MIN_AFTERWARDS_SECONDS * 1000L);
    List<String> ended = new ArrayList<>();
    OptionalInt back = await(now, recovery, faultSecond, ended);
    boolean whole = now.site().cluster().complete(settings);
    CheckResult result = now.check().end();
    Map<String, List<Long>> since = now.load().between(faultSecond, now.load().second());
    step("restore", fault.restore(), now.site(), notes);
    if (!whole) {
      notes.add("the cluster was not whole again after " + LIMIT.toMinutes() + " min");
    }
    FaultOutcome outcome =
        new FaultOutcome(
            system.name(),
            fault.name(),
            fault.what(),
            String.join("; ", notes),
            List.copyOf(seen),
            result,
            back.isPresent() ? Integer.valueOf(Math.max(0, back.getAsInt() - injected)) : null,
            ended,
            recovery.before(),
            since);
    progress.measured(line(outcome, result));
    if (!whole || !outcome.isSound()) {
      stop(now);
      Path logs = now.site().cluster().state().keepLogs(system.name() + "-" + fault.name());
      progress.measured("the logs are in " + logs);
    }
    return outcome;
  }

  /** Gives every region server regions of every table, whatever happened before. */
  public static void spread(FaultSite site) throws IOException, InterruptedException {
    site.actions().act("SPREAD", CheckedRows.TABLE);
    for (TenantWorkload tenant : MIX.tenants()) {
      site.actions().act("SPREAD", tenant.table());
    }
    Thread.sleep(SPREAD_MILLIS);
  }

  private static String line(FaultOutcome outcome, CheckResult result) {
    Integer back = outcome.backSeconds();
    return format(
        "%,d operations, %d lost, %d wrong, %d failed, longest stall %.1f s, back after %s%s%s",
        result.allOperations(),
        result.lost(),
        result.wrong() + result.countedTwice(),
        result.allFailed(),
        result.longestStall(),
        back == null ? "never" : back + " s",
        outcome.endedByThemselves().isEmpty()
            ? ""
            : ", ended by themselves: " + outcome.endedByThemselves(),
        outcome.note().isEmpty() ? "" : "; " + outcome.note());
  }

  /** What goes wrong here is noted, and the fault counts nevertheless. */
  private static void step(String name, Fault.Step step, FaultSite site, List<String> notes)
      throws InterruptedException {
    try {
      step.on(site);
    } catch (IOException | RuntimeException e) {
      notes.add(name + ": " + e.getMessage());
    }
  }

  /**
   * Starts servers again that have ended by themselves, until all are there and the tenants are
   * back.
   *
   * @param faultSecond of the load, when the fault began
   * @param ended gets the names of these servers
   * @return seconds from then until the tenants were back, empty if they are not after 3 min
   */
  private OptionalInt await(Running now, Recovery recovery, int faultSecond, List<String> ended)
      throws IOException, InterruptedException {
    EmbeddedCluster cluster = now.site().cluster();
    long started = System.nanoTime();
    OptionalInt back = OptionalInt.empty();
    while ((back.isEmpty() || !cluster.complete(settings))
        && System.nanoTime() - started < LIMIT.toNanos()) {
      for (String process : cluster.dead()) {
        ended.add(process);
        cluster.startAgain(process);
      }
      Thread.sleep(500);
      back = recovery.back(now.load().between(faultSecond, now.load().second() - 1));
    }
    return back;
  }

  private Running started(Duration left) throws IOException, InterruptedException {
    Running known = running;
    if (known != null) {
      return known;
    }
    progress.step(system.name() + ": starting a cluster and loading", left);
    EmbeddedCluster cluster = clients.cluster();
    cluster.start(settings, system.plugin());
    TenantTables tables = new TenantTables(clients, List.of(MIX), runSettings());
    tables.load();
    FaultSite site =
        new FaultSite(
            cluster,
            settings,
            system,
            ActionProcess.start(clients),
            documents,
            versions,
            seen::add);
    Running started =
        new Running(
            site,
            CheckProcess.start(clients),
            new BackgroundLoad(clients, MIX, runSettings(), progress));
    running = started;
    Thread.sleep(WARM_SECONDS * 1000L);
    return started;
  }

  private void stop(Running now) {
    now.close();
    running = null;
  }

  /** Ends the clients; the cluster stays up. */
  @Override
  public void close() {
    Running known = running;
    if (known != null) {
      stop(known);
    }
  }
}
