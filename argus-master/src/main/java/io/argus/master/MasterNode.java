package io.argus.master;

import io.argus.core.ClusterDocuments;
import io.argus.core.ServerSetup;
import io.argus.core.Settings;
import io.argus.core.TableDescription;
import io.argus.core.TenantId;
import io.argus.core.TenantMapping;
import io.argus.core.metrics.MetricPublisher;
import io.argus.core.page.ArgusPage;
import io.argus.master.metrics.ClusterMetrics;
import io.argus.master.page.MasterPage;
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
import java.util.function.LongSupplier;
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

  private final ClusterDocuments documents;
  private final ClusterTables tables;
  private final Settings settings;
  private final LongSupplier clockMillis;
  private final TenantMapping mapping;
  private final MasterPlanner planner;
  private final ArgusPage page;
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
    this.settings = settings;
    this.clockMillis = clockMillis;
    this.mapping = new TenantMapping(settings.get(Settings.TENANT_RULES), tables.fallback());
    this.planner = new MasterPlanner(this, this, () -> settings);
    this.page = MasterPage.of(planner);
  }

  /** How often {@link #plan} is to be called. */
  public int periodMillis() {
    return Math.toIntExact(settings.get(Settings.REPORT_PERIOD_MILLIS));
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
    planner.runsOn(MasterSetup.of(server, page, ServerSetup.of(settings, unknownKeys, 0)));
    unknownKeys.forEach(key -> LOG.warn("{} is no setting of Argus and has no effect", key));
  }

  public ArgusPage page() {
    return page;
  }

  /** Calls back when an operator pins or unpins the plan. */
  public void whenPinned(Runnable callback) {
    documents.watch(ClusterDocuments.PIN, pin -> callback.run());
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
