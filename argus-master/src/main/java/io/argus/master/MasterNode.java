package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.LiveSettings;
import io.argus.core.metrics.MetricPublisher;
import io.argus.core.page.ArgusPage;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.SettingNames;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.metrics.ClusterMetrics;
import io.argus.master.page.MasterPage;
import io.argus.master.plans.PlanStore;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.MasterSetup;
import io.argus.master.status.TableOwners;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything of Argus on the active master: the planner, with the cluster's documents as its store
 * and the cluster's tables and reports as its view.
 *
 * <p>Safe for use by any thread.
 */
public final class MasterNode implements PlanStore, ClusterView {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private static final long LONGEST_TICK_MILLIS = 250;
  private static final long SLACK_MILLIS = 50;

  /** What operators may ask of the master. */
  public enum Operation {
    /** Changes settings. */
    SET(ClusterDocuments.SETTINGS),
    /** Pins a plan, or gives it back. */
    PIN(ClusterDocuments.PIN),
    /** Changes the catalogue of performance profiles. */
    CATALOGUE("catalogue");

    private final String document;

    Operation(String document) {
      this.document = document;
    }

    /** The name of the document that it changes. */
    public String document() {
      return document;
    }
  }

  private final ClusterDocuments documents;
  private final ClusterTables tables;
  private final LiveSettings live;
  private final LongSupplier clockMillis;
  private final TenantMapping mapping;
  private final MasterPlanner planner;
  private final ArgusPage page;
  private volatile boolean planNow = true;
  private volatile long plannedMillis;
  private volatile MetricPublisher metrics = MetricPublisher.none();
  private volatile byte[] writtenOwners = {};

  /**
   * @param clockMillis milliseconds since the epoch
   */
  public MasterNode(
      ClusterDocuments documents,
      ClusterTables tables,
      Settings settings,
      LongSupplier clockMillis) {
    this.documents = documents;
    this.tables = tables;
    this.live = new LiveSettings(settings);
    this.clockMillis = clockMillis;
    this.mapping = new TenantMapping(settings.get(Settings.TENANT_RULES), tables.fallback());
    this.planner = new MasterPlanner(this, this, live);
    this.page = MasterPage.of(planner);
  }

  /** How often {@link #tick} is to be called, milliseconds. */
  public int tickMillis() {
    return (int) Math.min(LONGEST_TICK_MILLIS, live.site().get(Settings.REPORT_PERIOD_MILLIS));
  }

  /** Follows what operators pin and which settings they change, to act on it at once. */
  public void follow() {
    documents.watch(ClusterDocuments.PIN, pin -> planNow = true);
    live.follow(documents, () -> planNow = true);
  }

  /** Takes the live keys of an hbase-site.xml that was read again. Throws nothing. */
  public void reload(Function<String, @Nullable String> source) {
    try {
      live.reload(source);
      planNow = true;
    } catch (RuntimeException | LinkageError e) {
      LOG.error("hbase-site.xml was not taken over", e);
    }
  }

  /** Notes that {@link #change} is called only for those who may, so that nobody goes past it. */
  public void authorizes() {
    planner.authorizes();
  }

  /**
   * Does what an operator asks for, who may.
   *
   * @param operation {@link Operation#SET} or another of them
   * @param value what is to be written; for SET, text or null by key as JSON
   * @param who for the audit trail
   * @return the document that was written, empty if it was deleted
   * @throws IllegalArgumentException saying what would be right
   */
  public synchronized byte[] change(Operation operation, byte[] value, String who)
      throws IOException {
    if (operation == Operation.SET) {
      byte[] stored = documents.read(ClusterDocuments.SETTINGS);
      byte[] changed =
          SettingsOverrides.readOrNone(stored)
              .with(SettingsOverrides.readChanges(value), live.site(), who, clockMillis.getAsLong())
              .toJson();
      documents.write(ClusterDocuments.SETTINGS, changed);
      return changed;
    }
    LOG.info("{} by {}", operation, who);
    if (value.length == 0) {
      documents.delete(operation.document());
    } else {
      documents.write(operation.document(), value);
    }
    return value;
  }

  /** Plans if a report period has passed or an operator changed something. Throws nothing. */
  public void tick() {
    long nowMillis = clockMillis.getAsLong();
    long sinceMillis = nowMillis - plannedMillis;
    long periodMillis = live.get().get(Settings.REPORT_PERIOD_MILLIS);
    if (planNow || sinceMillis < 0 || sinceMillis + SLACK_MILLIS >= periodMillis) {
      planNow = false;
      plannedMillis = nowMillis;
      plan();
    }
  }

  /** Does one planning round. Throws nothing. */
  public void plan() {
    try {
      ClusterStatus status = planner.tick(clockMillis.getAsLong());
      metrics.publish(ClusterMetrics.of(status));
    } catch (RuntimeException | LinkageError e) {
      LOG.error("A planning round failed; the next one starts afresh", e);
    }
  }

  /** Names the platform's monitoring, which is told the metrics after each round. */
  public void metrics(MetricPublisher publisher) {
    metrics = publisher;
  }

  /**
   * Names the master that this is.
   *
   * @param server its host, port and start code
   * @param page address of its web UI, empty if it has none
   * @param unknownKeys {@code argus.*} keys of its configuration that no part of Argus reads
   */
  public void runsOn(String server, String page, List<String> unknownKeys) {
    planner.runsOn(MasterSetup.of(server, page, ServerSetup.of(live.site(), unknownKeys, 0, 0)));
    unknownKeys.forEach(
        key ->
            LOG.warn("{} is no setting of Argus and has no effect{}", key, SettingNames.hint(key)));
  }

  public ArgusPage page() {
    return page;
  }

  private static String name(Document document) {
    return document.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Optional<byte[]> read(Document document) throws IOException {
    return Optional.ofNullable(documents.read(name(document)));
  }

  @Override
  public void write(Document document, byte[] bytes) throws IOException {
    documents.write(name(document), bytes);
  }

  @Override
  public void delete(Document document) throws IOException {
    documents.delete(name(document));
  }

  @Override
  public Set<TenantId> tenants() throws IOException {
    Set<TenantId> tenants = new TreeSet<>();
    Collection<TableDescription> all = tables.tables();
    for (TableDescription table : all) {
      mapping.tenantOf(table).ifPresent(tenants::add);
    }
    writeOwners(TableOwners.of(all, mapping));
    return tenants;
  }

  /** For the tools only: that they cannot be written does not keep the planner from planning. */
  private void writeOwners(TableOwners owners) {
    byte[] json = owners.toJson();
    if (!Arrays.equals(json, writtenOwners)) {
      try {
        documents.write(TableOwners.DOCUMENT, json);
        writtenOwners = json;
      } catch (IOException | RuntimeException e) {
        LOG.warn("The owners of tables cannot be written for 'argus whois': {}", e.toString());
      }
    }
  }

  @Override
  public Map<String, byte[]> usageReports() throws IOException {
    Map<String, byte[]> reports = new HashMap<>();
    for (String server : documents.children(ClusterDocuments.USAGE)) {
      byte[] report = documents.read(ClusterDocuments.usageOf(server));
      if (report != null) {
        reports.put(server, report);
      }
    }
    return reports;
  }
}
