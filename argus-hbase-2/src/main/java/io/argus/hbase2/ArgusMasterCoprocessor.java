package io.argus.hbase2;

import io.argus.core.settings.SettingNames;
import io.argus.core.usage.Component;
import io.argus.hbase2.control.ControlCalls;
import io.argus.hbase2.control.ControlEndpoint;
import io.argus.hbase2.server.HadoopMetrics;
import io.argus.hbase2.server.LinkedComponents;
import io.argus.hbase2.server.ServerNodes;
import io.argus.master.MasterNode;
import io.argus.master.status.MasterSetup;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.ScheduledChore;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.MasterObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.http.HttpConfig;
import org.apache.hadoop.hbase.http.InfoServer;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.security.access.AccessChecker;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.coprocessor.master.classes}: runs the planner in the active
 * master.
 */
@CoreCoprocessor
@SuppressWarnings("unchecked") // getServices; javac does not look for it there
public final class ArgusMasterCoprocessor implements MasterCoprocessor, MasterObserver {
  private static final String WEB_ADDRESS = "hbase.master.info.bindAddress";
  private static final String COST_FUNCTIONS =
      "hbase.master.balancer.stochastic.additionalCostFunctions";

  /** By name: it is loaded with HBase's own cost functions, or not at all. */
  private static final String COST_FUNCTION =
      "org.apache.hadoop.hbase.master.balancer.ArgusCostFunction";

  private static final Logger LOG = LoggerFactory.getLogger(ArgusMasterCoprocessor.class);

  private final ControlCalls control = new ControlCalls();

  /** Why the master takes no calls of Argus; empty if it does. */
  private String noEndpoint = "";

  private @Nullable MasterNode node;

  /** Runs when a master becomes active. Throws nothing: that would abort the master. */
  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    try {
      String lacks = LinkedComponents.lacks(Component.MASTER, Component.PLAN);
      if (!lacks.isEmpty()) {
        LOG.error("Argus FAILED to start on this master, which works without it: {}", lacks);
      }
      HMaster master = hostOf(environment);
      control.guard(master);
      if (!lacks.isEmpty()) {
        return;
      }
      Configuration conf = environment.getConfiguration();
      MasterNode installed = ServerNodes.install(master, conf);
      noteMissing(installed, master.getConfiguration());
      if (!noEndpoint.isEmpty()) {
        installed.lacks(Component.CONTROL, noEndpoint);
      } else if (AccessChecker.isAuthorizationSupported(conf)) {
        installed.authorizes();
      }
      describe(installed, master);
      installed.follow();
      control.serve(master, installed);
      node = installed;
      master.getChoreService().scheduleChore(new PlanningRound(master, installed));
    } catch (Throwable t) {
      LOG.error("Argus FAILED to start on this master, which works without it", t);
    }
  }

  /** Runs before {@link #start}. The type of a service differs between versions of HBase. */
  @Override
  @SuppressWarnings("rawtypes")
  public Iterable getServices() {
    try {
      noEndpoint = LinkedComponents.lacks(Component.CONTROL);
      if (noEndpoint.isEmpty()) {
        return ControlEndpoint.of(control);
      }
    } catch (RuntimeException | LinkageError e) {
      noEndpoint = e.toString();
      LOG.error("This master takes no calls of Argus's commands and region servers", e);
    }
    return Collections.emptyList();
  }

  @Override
  public Optional<MasterObserver> getMasterObserver() {
    return Optional.of(this);
  }

  /** Runs after hbase-site.xml was read again. Throws nothing. */
  @Override
  public void postUpdateMasterConfiguration(
      ObserverContext<MasterCoprocessorEnvironment> context, Configuration conf) {
    MasterNode installed = node;
    if (installed != null) {
      installed.reload(conf::get);
    }
  }

  /** Where HBase authorizes, only administrators may set the tenant of a table. */
  @Override
  public void preCreateTable(
      ObserverContext<MasterCoprocessorEnvironment> context,
      TableDescriptor table,
      RegionInfo[] regions)
      throws IOException {
    control.requireMayOwn(context.getCaller().orElse(null), null, table);
  }

  @Override
  public TableDescriptor preModifyTable(
      ObserverContext<MasterCoprocessorEnvironment> context,
      TableName name,
      TableDescriptor before,
      TableDescriptor after)
      throws IOException {
    control.requireMayOwn(context.getCaller().orElse(null), before, after);
    return after;
  }

  /** A copy that says whose it is counts as that tenant's: its scans, its blocks, its bill. */
  @Override
  public void preCloneSnapshot(
      ObserverContext<MasterCoprocessorEnvironment> context,
      SnapshotDescription snapshot,
      TableDescriptor copy)
      throws IOException {
    control.requireMayOwn(context.getCaller().orElse(null), null, copy);
  }

  /** A snapshot from before a change of the tenant would undo it. */
  @Override
  public void preRestoreSnapshot(
      ObserverContext<MasterCoprocessorEnvironment> context,
      SnapshotDescription snapshot,
      TableDescriptor restored)
      throws IOException {
    control.requireMayRestore(context.getCaller().orElse(null), restored);
  }

  private static void noteMissing(MasterNode node, Configuration conf) {
    note(node, Component.USAGE);
    note(node, Component.RECORDER);
    note(node, Component.PAGE);
    Collection<String> functions = conf.getTrimmedStringCollection(COST_FUNCTIONS);
    if (functions.remove(COST_FUNCTION) && note(node, Component.BALANCER)) {
      conf.setStrings(COST_FUNCTIONS, functions.toArray(new String[0])); // it starts after this
    }
  }

  /** Shows a component that this HBase lacks something for; returns whether it does. */
  private static boolean note(MasterNode node, Component component) {
    String lacks = LinkedComponents.lacks(component);
    if (!lacks.isEmpty()) {
      node.lacks(component, lacks);
    }
    return !lacks.isEmpty();
  }

  @SuppressWarnings("deprecation") // HBase itself reads the port in this way
  private static void describe(MasterNode node, HMaster master) {
    Configuration conf = master.getConfiguration();
    InfoServer web = master.getInfoServer();
    node.runsOn(
        master.getServerName().getServerName(),
        web == null
            ? ""
            : MasterSetup.page(
                new HttpConfig(conf).getSchemePrefix(),
                master.getServerName().getHostname(),
                conf.get(WEB_ADDRESS, ""),
                web.getPort()),
        SettingNames.unknown(conf));
    node.serverPages(server -> page(master, ServerName.valueOf(server)));
    if (!note(node, Component.METRICS)) {
      node.metrics(new HadoopMetrics(DefaultMetricsSystem.instance(), "Master"));
    }
  }

  private static String page(HMaster master, ServerName server) {
    String scheme = new HttpConfig(master.getConfiguration()).getSchemePrefix();
    int port = master.getRegionServerInfoPort(server);
    return port > 0 ? MasterSetup.page(scheme, server.getHostname(), "", port) : "";
  }

  @SuppressWarnings("deprecation") // HBase has no other way before version 3
  private static HMaster hostOf(CoprocessorEnvironment<?> environment) {
    return (HMaster)
        ((org.apache.hadoop.hbase.coprocessor.HasMasterServices) environment).getMasterServices();
  }

  private static final class PlanningRound extends ScheduledChore {
    private final HMaster master;
    private final MasterNode node;

    PlanningRound(HMaster master, MasterNode node) {
      super("argus-planner", master, node.tickMillis());
      this.master = master;
      this.node = node;
    }

    @Override
    protected void chore() {
      if (master.isInitialized()) {
        node.tick();
      }
    }
  }
}
