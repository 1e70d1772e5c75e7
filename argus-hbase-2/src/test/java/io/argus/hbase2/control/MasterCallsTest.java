package io.argus.hbase2.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.PlannerSign;
import io.argus.core.documents.ReportCodec;
import io.argus.core.usage.UsageReport;
import io.argus.hbase2.Broken;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.master.GivenHMaster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.zookeeper.MasterAddressTracker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reports to a master in HBase's RPC server. This process runs as HBase's own user. */
@Timeout(60)
class MasterCallsTest {
  private final ReportingServer server = Broken.unconstructed(ReportingServer.class);
  private final MasterCalls calls = new MasterCalls(server);
  private RpcServer master;

  /** A region server whose constructor never ran. */
  private static final class ReportingServer extends HRegionServer {
    private Masters masters;

    private ReportingServer() throws IOException {
      super(null);
    }

    @Override
    public Configuration getConfiguration() {
      return new Configuration(false);
    }

    @Override
    public String getClusterId() {
      return "cluster";
    }

    @Override
    public MasterAddressTracker getMasterAddressTracker() {
      return masters;
    }
  }

  private static final class Masters extends MasterAddressTracker {
    private @Nullable ServerName active;

    private Masters() {
      super(null, null);
    }

    @Override
    public @Nullable ServerName getMasterAddress() {
      return active;
    }
  }

  @BeforeEach
  void listen() throws Throwable {
    master = GivenEndpoint.master(new ControlCalls()).listen();
  }

  @AfterEach
  void stop() {
    calls.close();
    master.stop();
  }

  private byte[] report(String name) throws IOException {
    UsageReport usage = new UsageReport(name, 1_000, 10, 0, 1 << 20, 1e6, List.of(), List.of());
    return calls.report(name, ReportCodec.write(NumberedReport.complete(1, usage)));
  }

  @Test
  void reportsGoToTheMasterThatIsActive() throws Exception {
    assertThatThrownBy(() -> report(GivenHMaster.ONLINE)).hasMessage("no master is active");
    server.masters = Broken.unconstructed(Masters.class);
    assertThatThrownBy(() -> report(GivenHMaster.ONLINE)).hasMessage("no master is active");
    server.masters.active =
        ServerName.valueOf("localhost", master.getListenerAddress().getPort(), 1);
    assertThat(PlannerSign.read(report(GivenHMaster.ONLINE)).reportMillis()).isPositive();
    assertThatThrownBy(() -> report("rs,16020,2"))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("rs,16020,2 is no region server that is online");
    calls.close();
    assertThatThrownBy(() -> report(GivenHMaster.ONLINE)).hasMessage("this region server stops");
  }
}
