package io.argus.hbase2;

import io.argus.core.SettingNames;
import io.argus.master.MasterNode;
import io.argus.master.MasterSetup;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.ScheduledChore;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessor;
import org.apache.hadoop.hbase.http.HttpConfig;
import org.apache.hadoop.hbase.http.InfoServer;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.coprocessor.master.classes}: runs the planner in the active
 * master.
 */
@CoreCoprocessor
public final class ArgusMasterCoprocessor implements MasterCoprocessor {
  private static final String WEB_ADDRESS = "hbase.master.info.bindAddress";

  private static final Logger LOG = LoggerFactory.getLogger(ArgusMasterCoprocessor.class);

  /** Runs when a master becomes active. Throws nothing: that would abort the master. */
  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    try {
      HMaster master = hostOf(environment);
      MasterNode node = ServerNodes.install(master, environment.getConfiguration());
      describe(node, master);
      PlanningRound round = new PlanningRound(master, node);
      master.getChoreService().scheduleChore(round);
      node.whenPinned(round::triggerNow);
    } catch (Throwable t) {
      LOG.error("Argus is INACTIVE on this master, which goes on without it", t);
    }
  }

  @SuppressWarnings("deprecation") // HBase itself asks for the port in this way
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
    node.metrics(new HadoopMetrics(DefaultMetricsSystem.instance(), "Master"));
  }

  @SuppressWarnings("deprecation") // HBase's own word for it: a hack that lasts until HBase 3
  private static HMaster hostOf(CoprocessorEnvironment<?> environment) {
    return (HMaster)
        ((org.apache.hadoop.hbase.coprocessor.HasMasterServices) environment).getMasterServices();
  }

  private static final class PlanningRound extends ScheduledChore {
    private final HMaster master;
    private final MasterNode node;

    PlanningRound(HMaster master, MasterNode node) {
      super("argus-planner", master, node.periodMillis());
      this.master = master;
      this.node = node;
    }

    @Override
    protected void chore() {
      if (master.isInitialized()) {
        node.plan();
      }
    }
  }
}
