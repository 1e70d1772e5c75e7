package io.argus.hbase094;

import io.argus.core.settings.SettingNames;
import io.argus.core.settings.Settings;
import io.argus.core.usage.Component;
import io.argus.hbase094.page.PageServlet;
import io.argus.hbase094.server.ArgusZNodes;
import io.argus.hbase094.server.HBaseUsageTable;
import io.argus.hbase094.server.MasterTables;
import io.argus.master.MasterNode;
import io.argus.master.status.MasterSetup;
import io.argus.regionserver.plan.TasksInOrder;
import java.lang.management.ManagementFactory;
import org.apache.hadoop.hbase.Chore;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.coprocessor.BaseMasterObserver;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessorEnvironment;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.util.InfoServer;
import org.apache.hadoop.hbase.util.Threads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.coprocessor.master.classes}: runs the planner in the active
 * master.
 */
public final class ArgusMasterObserver extends BaseMasterObserver {
  private static final String WEB_ADDRESS = "hbase.master.info.bindAddress";

  private static final Logger LOG = LoggerFactory.getLogger(ArgusMasterObserver.class);

  /** Runs when a master becomes active. Throws nothing. */
  @Override
  public void start(CoprocessorEnvironment environment) {
    try {
      HMaster master = (HMaster) ((MasterCoprocessorEnvironment) environment).getMasterServices();
      MasterTables tables = new MasterTables(master);
      MasterNode node =
          new MasterNode(
              new ArgusZNodes(master.getZooKeeper(), new TasksInOrder("argus-documents")),
              tables,
              tables,
              Settings.read(environment.getConfiguration()::get),
              System::currentTimeMillis);
      node.meter(
          new HBaseUsageTable(master::getConfiguration),
          new TasksInOrder("argus-usage"),
          System::nanoTime);
      record(node, master);
      node.readIn(new TasksInOrder("argus-history"));
      node.computeIn(new TasksInOrder("argus-page"));
      describe(node, master);
      node.follow();
      PlanningRound round = new PlanningRound(master, node);
      Threads.setDaemonThreadRunning(round.getThread(), "argus-planner");
      PageServlet.addTo(master.getInfoServer(), node.page());
    } catch (Throwable t) {
      LOG.error("Argus FAILED to start on this master, which works without it", t);
    }
  }

  private static void record(MasterNode node, HMaster master) {
    try {
      node.record(
          HistoryClient.files(master.getConfiguration()),
          master.getServerName().getServerName(),
          new TasksInOrder("argus-recorder"));
    } catch (RuntimeException | LinkageError e) {
      LOG.error("This master records no history", e);
      node.lacks(Component.RECORDER, e.toString());
    }
  }

  private static void describe(MasterNode node, HMaster master) {
    InfoServer web = master.getInfoServer();
    node.runsOn(
        master.getServerName().getServerName(),
        web == null
            ? ""
            : MasterSetup.page(
                "http://",
                master.getServerName().getHostname(),
                master.getConfiguration().get(WEB_ADDRESS, ""),
                web.getPort()),
        SettingNames.unknown(master.getConfiguration()));
    node.serverPages(server -> page(master, new ServerName(server)));
    node.metrics(
        new JmxMetrics(ManagementFactory.getPlatformMBeanServer(), "hadoop:service=Master,name="));
  }

  private static String page(HMaster master, ServerName server) {
    int port = master.getRegionServerInfoPort(server);
    return port > 0 ? MasterSetup.page("http://", server.getHostname(), "", port) : "";
  }

  private static final class PlanningRound extends Chore {
    private final HMaster master;
    private final MasterNode node;

    PlanningRound(HMaster master, MasterNode node) {
      super("argus-planner", node.tickMillis(), master);
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
