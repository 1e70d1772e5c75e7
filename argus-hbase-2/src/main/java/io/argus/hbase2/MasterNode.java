package io.argus.hbase2;

import io.argus.core.Settings;
import io.argus.core.TenantId;
import io.argus.core.TenantMapping;
import io.argus.core.page.ArgusPage;
import io.argus.master.ClusterView;
import io.argus.master.MasterPlanner;
import io.argus.master.PlanStore;
import io.argus.master.page.MasterPage;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.zookeeper.KeeperException;

/**
 * Everything of Argus on the active master: the planner, with ZooKeeper as its store and the
 * cluster's tables and reports as its view.
 *
 * <p>Safe for use by any thread.
 */
final class MasterNode implements PlanStore, ClusterView {
  private static final Map<HMaster, MasterNode> NODES = new WeakHashMap<>();

  private final HMaster master;
  private final ArgusZNodes zNodes;
  private final Settings settings;
  private final TenantMapping mapping;
  private final MasterPlanner planner;
  private final ArgusPage page;

  private MasterNode(HMaster master, Configuration conf) {
    this.master = master;
    this.zNodes = new ArgusZNodes(master.getZooKeeper());
    this.settings = Settings.read(conf::get);
    this.mapping =
        new TenantMapping(settings.get(Settings.TENANT_RULES), TenantMapping.Fallback.NAMESPACE);
    this.planner = new MasterPlanner(this, this, () -> settings);
    this.page = MasterPage.of(planner);
  }

  static MasterNode install(HMaster master, Configuration conf) {
    MasterNode node = new MasterNode(master, conf);
    synchronized (NODES) {
      NODES.put(master, node);
    }
    return node;
  }

  /** The node of a master, empty while that master is not the active one. */
  static Optional<MasterNode> of(HMaster master) {
    synchronized (NODES) {
      return Optional.ofNullable(NODES.get(master));
    }
  }

  int periodMillis() {
    return Math.toIntExact(settings.get(Settings.REPORT_PERIOD_MILLIS));
  }

  /** Does one planning round. */
  void plan() {
    planner.tick(System.currentTimeMillis());
  }

  ArgusPage page() {
    return page;
  }

  /** Calls back when an operator pins or unpins the plan. */
  void whenPinned(Runnable callback) {
    zNodes.watch(name(Document.PIN), pin -> callback.run());
  }

  private static String name(Document document) {
    return document.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Optional<byte[]> read(Document document) throws IOException {
    try {
      return Optional.ofNullable(zNodes.read(name(document)));
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void write(Document document, byte[] bytes) throws IOException {
    try {
      zNodes.write(name(document), bytes);
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void delete(Document document) throws IOException {
    try {
      zNodes.delete(name(document));
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }

  @Override
  public Set<TenantId> tenants() throws IOException {
    Set<TenantId> tenants = new TreeSet<>();
    for (TableDescriptor table : master.getTableDescriptors().getAll().values()) {
      TableTenants.tenantOf(mapping, table).ifPresent(tenants::add);
    }
    return tenants;
  }

  @Override
  public Map<String, byte[]> usageReports() throws IOException {
    Map<String, byte[]> reports = new HashMap<>();
    try {
      for (String server : zNodes.children("usage")) {
        byte[] report = zNodes.read("usage/" + server);
        if (report != null) {
          reports.put(server, report);
        }
      }
    } catch (KeeperException e) {
      throw new IOException(e);
    }
    return reports;
  }
}
