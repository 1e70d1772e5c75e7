package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.LiveSettings;
import io.argus.core.documents.WireFormat;
import io.argus.core.metrics.MetricPublisher;
import io.argus.core.page.ArgusPage;
import io.argus.core.recorder.RecordFiles;
import io.argus.core.recorder.Recorder;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.SettingNames;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.usage.Component;
import io.argus.master.metering.Metering;
import io.argus.master.metering.TenantLoss;
import io.argus.master.metering.UsageTable;
import io.argus.master.metrics.ClusterMetrics;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ReportPace;
import io.argus.master.page.MasterPage;
import io.argus.master.plans.ClusterCatalogue;
import io.argus.master.regions.RegionNeeds;
import io.argus.master.status.History;
import io.argus.master.status.MasterSetup;
import io.argus.master.status.Round;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Argus on the active master: runs a planning round each report period, publishes metrics, and
 * makes the changes that operators ask for. An HBase shim builds one node and calls {@link #tick}.
 *
 * <p>Safe for use by any thread.
 */
public final class MasterNode {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private static final long MAX_TICK_MILLIS = 250;
  private static final long SLACK_MILLIS = 50;

  /** The document of the page that tells a tenant what it used. */
  private static final String USAGE = "usage.json";

  /** What operators may ask of the master. */
  public enum Operation {
    /** Changes settings. */
    SET(ClusterDocuments.SETTINGS),
    /** Pins a plan, or removes the pin. */
    PIN(ClusterDocuments.PIN),
    /** Changes the catalogue of performance profiles. */
    CATALOGUE(ClusterCatalogue.DOCUMENT);

    private final String document;

    Operation(String document) {
      this.document = document;
    }
  }

  /** What a change of an operator has made. Immutable as long as no caller writes into it. */
  public static final class Changed {
    private final byte[] document;
    private final List<String> audit;

    private Changed(byte[] document, List<String> audit) {
      this.document = document;
      this.audit = audit;
    }

    /** The document that was written, empty if it was deleted. */
    public byte[] document() {
      return document;
    }

    /**
     * What differs, for an audit log: key, value before and after, and reason, on a line for each
     * key; nothing if nothing differs.
     */
    public List<String> audit() {
      return Collections.unmodifiableList(audit);
    }
  }

  private final ClusterDocuments documents;
  private final LiveSettings live;
  private final LongSupplier clockMillis;
  private final ReportedCluster cluster;
  private final MasterPlanner planner;
  private final Metering metering;
  private final Recorder recorder;
  private final RecordedChanges changes;
  private final ArgusPage page;
  private final List<String> lacking = new CopyOnWriteArrayList<>();
  private volatile boolean planNow = true;
  private volatile long plannedMillis;
  private volatile MetricPublisher metrics = MetricPublisher.none();
  private volatile Executor background = Runnable::run;
  private volatile Executor reading = task -> background.execute(task);

  /**
   * @param clockMillis milliseconds since the epoch
   */
  public MasterNode(
      ClusterDocuments documents,
      ClusterTables tables,
      ClusterRegions regions,
      Settings settings,
      LongSupplier clockMillis) {
    this.documents = documents;
    this.live = new LiveSettings(settings, clockMillis);
    this.clockMillis = clockMillis;
    this.cluster = new ReportedCluster(documents, tables, regions, settings);
    this.planner = new MasterPlanner(cluster, documents, live);
    this.metering = new Metering(live);
    this.recorder = History.recorder(live);
    this.changes = new RecordedChanges(documents, recorder);
    planner.board().recordIn(recorder);
    this.page =
        MasterPage.of(
            planner.board(),
            metering,
            recorder,
            task -> background.execute(task),
            task -> reading.execute(task),
            clockMillis);
  }

  /** The period in which the shim must call {@link #tick}, milliseconds. */
  public int tickMillis() {
    return (int) Math.min(MAX_TICK_MILLIS, live.site().get(Settings.REPORT_PERIOD_MILLIS));
  }

  /** Watches what operators pin and which settings they change, to act on it at the next tick. */
  public void follow() {
    documents.watch(ClusterDocuments.PIN, pin -> planNow = true);
    live.follow(documents, () -> planNow = true);
  }

  /** Takes over the live keys of an hbase-site.xml that was read again. Throws nothing. */
  public void reload(Function<String, @Nullable String> source) {
    try {
      live.reload(source);
      planNow = true;
    } catch (RuntimeException | LinkageError e) {
      LOG.error("The changed hbase-site.xml could not be taken over", e);
    }
  }

  /**
   * Tells tools to make changes through {@link #change} instead of writing documents themselves.
   * The shim calls it if it lets only administrators call {@code change}.
   */
  public void authorizes() {
    planner.board().authorizes();
  }

  /**
   * Makes a change that an operator asks for. The caller has checked that the operator may.
   *
   * @param value the new document, empty to delete it; for {@link Operation#SET} a {@link
   *     ChangeRequest} as JSON
   * @param who the operator, whom the document names
   * @throws IllegalArgumentException saying what would be right
   */
  public synchronized Changed change(Operation operation, byte[] value, String who)
      throws IOException {
    byte[] stored = documents.read(operation.document);
    if (operation == Operation.SET) {
      SettingsOverrides before = SettingsOverrides.readOrNone(stored);
      SettingsOverrides after =
          before.with(ChangeRequest.read(value), live.site(), who, clockMillis.getAsLong());
      byte[] document = after.toJson();
      documents.write(ClusterDocuments.SETTINGS, document);
      return new Changed(document, AuditTexts.of(before, after));
    }
    byte[] document =
        operation == Operation.PIN && value.length > 0
            ? WireFormat.write(WireFormat.readPlan(value).pinnedBy(who))
            : value;
    if (document.length == 0) {
      documents.delete(operation.document);
    } else {
      documents.write(operation.document, document);
    }
    return new Changed(document, AuditTexts.of(operation, stored, document));
  }

  /**
   * Returns a document as it is stored. The caller has checked that an operator may see it.
   *
   * @return empty if there is none
   */
  public byte[] read(String name) throws IOException {
    byte[] document = documents.read(name);
    return document == null ? new byte[0] : document;
  }

  /** The names of the documents below one, for an operator who may see them. */
  public List<String> children(String name) throws IOException {
    return documents.children(name);
  }

  /**
   * Returns what users who are no administrators may see of a stored document: the tenants whose
   * tables they may all read.
   *
   * @param mayRead whether the user may read a table
   * @return empty if there is no such document
   * @throws IllegalArgumentException saying why the user sees nothing of it
   */
  public byte[] read(String name, Predicate<String> mayRead) throws IOException {
    TenantView view = view(mayRead);
    if (!view.shows(name)) {
      throw notShown(view, name);
    }
    byte[] stored = read(name);
    return stored.length == 0 ? stored : view.of(name, stored);
  }

  /** The names of the documents below one, which is {@value ClusterDocuments#USAGE}. */
  public List<String> children(String name, Predicate<String> mayRead) throws IOException {
    TenantView view = view(mayRead);
    if (!name.equals(ClusterDocuments.USAGE)) {
      throw notShown(view, name);
    }
    return children(name);
  }

  /**
   * Returns the query of {@code usage.json} that answers such a user; see {@link #read(String,
   * Predicate)}.
   *
   * @param document of the page
   * @param query empty without parameters
   * @throws IllegalArgumentException saying why the user is not answered
   */
  public String query(String document, String query, Predicate<String> mayRead) {
    TenantView view = view(mayRead);
    return Optional.of(document)
        .filter(USAGE::equals)
        .flatMap(usage -> view.usageQuery(query))
        .orElseThrow(() -> notShown(view, document));
  }

  private TenantView view(Predicate<String> mayRead) {
    TenantView view = TenantView.of(cluster.tenantOfTables(), mayRead);
    if (view.isEmpty()) {
      throw new IllegalArgumentException("there is no tenant whose tables the user may all read");
    }
    return view;
  }

  private static IllegalArgumentException notShown(TenantView view, String what) {
    return new IllegalArgumentException(
        "without ADMIN the user sees status, explain and usage of " + view + ", not " + what);
  }

  /**
   * Takes over a usage report. The caller has checked that a region server sends it.
   *
   * @param server its host, port and start code
   * @return the last sign of life, which says how often to report
   * @throws IllegalArgumentException if it cannot be a report
   */
  public byte[] report(String server, byte[] report) {
    cluster.sent(server, report, clockMillis.getAsLong());
    return planner.board().last().sign().toJson();
  }

  /**
   * Runs a round if a report period has passed or an operator changed something. Throws nothing.
   * Where reports come more rarely, rounds do, too.
   */
  public void tick() {
    live.poll();
    long nowMillis = clockMillis.getAsLong();
    long sinceMillis = nowMillis - plannedMillis;
    long setMillis = live.get().get(Settings.REPORT_PERIOD_MILLIS);
    long periodMillis = ReportPace.roundMillis(planner.board().last().sign(), setMillis);
    if (planNow || sinceMillis < 0 || sinceMillis + SLACK_MILLIS >= periodMillis) {
      planNow = false;
      plannedMillis = nowMillis;
      plan();
    }
  }

  /** Runs one planning round now. Throws nothing. */
  public void plan() {
    long nowMillis = clockMillis.getAsLong();
    try {
      Round round =
          planner.tick(
              nowMillis,
              parts ->
                  parts
                      .tables(cluster.owners(), cluster.regions(nowMillis))
                      .groups(cluster.groups())
                      .online(cluster.servers())
                      .problems(metering.problems())
                      .problems(recorder.problems())
                      .problems(lacking));
      metrics.publish(ClusterMetrics.of(round));
      metering.receive(round.received(), losses(round), nowMillis);
      changes.record(round.settings().version(), nowMillis);
      recorder.tick(nowMillis);
    } catch (RuntimeException | LinkageError e) {
      LOG.error("A planning round failed; the next round tries again", e);
    }
  }

  private static List<TenantLoss> losses(Round round) {
    Set<String> belowSlo = round.status().belowSlo();
    List<TenantLoss> losses = new ArrayList<>();
    for (TenantModel model : round.models()) {
      losses.add(
          new TenantLoss(
              model.tenant(),
              model.throughputLoss(),
              model.isolatedThroughput(),
              belowSlo.contains(model.tenant().name())));
    }
    return losses;
  }

  /**
   * What each region needs most, for HBase's own balancer; nothing while Argus is off or there is
   * no plan yet.
   */
  public RegionNeeds regionNeeds() {
    Round now = planner.board().last();
    return now.settings().get(Settings.MODE) == Settings.Mode.OFF || !now.plan().isPresent()
        ? RegionNeeds.NONE
        : RegionNeeds.of(now.models(), now.regions());
  }

  /**
   * Meters what tenants use from now on.
   *
   * @param table where that is kept
   * @param thread runs what may wait for the table, in order
   * @param nanoTime a clock that nobody sets
   */
  public void meter(UsageTable table, Executor thread, LongSupplier nanoTime) {
    metering.start(table, thread, nanoTime);
  }

  /**
   * Records history from now on.
   *
   * @param files where
   * @param server host, port and start code of this server
   * @param thread runs what may wait for the files, in order
   */
  public void record(RecordFiles files, String server, Executor thread) {
    recorder.start(files, server, thread);
  }

  /**
   * Sets what runs answers of the page that may take minutes. Until then, the thread of a request
   * does.
   */
  public void computeIn(Executor thread) {
    background = thread;
  }

  /**
   * Sets what reads recorded history for the page. Until then, it is what computes answers, which
   * then may wait for the files.
   */
  public void readIn(Executor thread) {
    reading = thread;
  }

  /** Sets where the metrics go after each round. */
  public void metrics(MetricPublisher publisher) {
    metrics = publisher;
  }

  /**
   * Describes the server that this node runs on.
   *
   * @param server its host, port and start code
   * @param page address of its web UI, empty if it has none
   * @param unknownKeys {@code argus.*} keys of its configuration that no part of Argus reads
   */
  public void runsOn(String server, String page, List<String> unknownKeys) {
    live.onChange(
        settings ->
            planner
                .board()
                .runsOn(
                    MasterSetup.of(
                        server, page, ServerSetup.of(live.site(), unknownKeys, 0, 0, ""))));
    unknownKeys.forEach(key -> LOG.warn("{}", SettingNames.noEffect(key)));
  }

  /**
   * Tells where the web UIs of region servers are, for links to their Argus pages.
   *
   * @param pages address by host, port and start code of a server; empty if it is not known
   */
  public void serverPages(UnaryOperator<String> pages) {
    planner.board().serverPages(pages);
  }

  /**
   * Notes that a component does not run on this master. It is among the problems of each round.
   *
   * @param why what this HBase lacks
   */
  public void lacks(Component component, String why) {
    lacking.add(
        "component "
            + component.key()
            + " FAILED on the master: "
            + component.without()
            + ": "
            + why);
  }

  public ArgusPage page() {
    return page;
  }
}
