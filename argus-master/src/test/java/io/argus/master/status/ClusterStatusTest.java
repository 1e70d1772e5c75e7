package io.argus.master.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.master.monitor.ServerLoad;
import io.argus.master.slo.SloState;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ClusterStatusTest {
  /** During an upgrade, new commands read the status of a master of release 0.2.0. */
  @Test
  void theStatusOfRelease020IsRead() {
    ClusterStatus status =
        read(
            "{'mode':'ENFORCE','planReason':'','problems':[],"
                + "'servers':[{'server':'rs1,1,1','bottleneck':'PROCESSORS','components':[],"
                + "'processors':{'available':2,'machineBusy':1.9}}],"
                + "'worstThroughputViolation':0.7,"
                + "'tenants':[{'tenant':'alice','throughputViolation':0.7,'processorFraction':0.4,"
                + "'servers':[{'server':'rs1,1,1','throughputViolation':0.6}]}],"
                + "'promises':[{'tenant':'alice','promise':'alice:ops=5','text':'at least 5 a second',"
                + "'promised':5,'measured':6,'verdict':'KEPT','missing':''},"
                + "{'tenant':'bob','promise':'bob:ops=5','text':'at least 5 a second',"
                + "'promised':5,'measured':4,'verdict':'MISSED','missing':''}]}");

    assertThat(status.worstThroughputLoss()).isEqualTo(0.7);
    TenantStatus alice = status.tenants().get(0);
    assertThat(alice.throughputLoss()).isEqualTo(0.7);
    assertThat(alice.cpuFraction()).isEqualTo(0.4);
    ServerStatus server = status.servers().get(0);
    assertThat(server.bottleneck()).isEqualTo(ServerLoad.Bottleneck.CPU);
    assertThat(server.cpu().available()).isEqualTo(2);
    assertThat(alice.servers().get(0).throughputLoss()).isEqualTo(0.6);
    assertThat(status.slos())
        .extracting(SloState::verdict)
        .containsExactly(SloState.Verdict.MET, SloState.Verdict.MISSED);
    assertThat(status.slosMissed()).isEqualTo(1);
    assertThat(status.toJson())
        .contains("throughputLoss", "worstThroughputLoss", "slos", "MET")
        .doesNotContain("Violation", "romise", "KEPT", "rocessor", "PROCESSOR");
  }

  private static ClusterStatus read(String json) {
    return ClusterStatus.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }
}
