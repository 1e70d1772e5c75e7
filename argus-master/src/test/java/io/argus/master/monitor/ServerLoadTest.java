package io.argus.master.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerLoadTest {
  private static ServerLoad load(String server, double operations, double queue, double hdfs) {
    TenantUsage usage =
        TenantUsage.builder(TenantId.of("a"))
            .operations(RequestKind.GET, operations)
            .waits(queue, hdfs, 1)
            .build();
    return ServerLoad.of(new UsageReport(server, 0, 2, 1, 1, 1, List.of(), List.of(usage)));
  }

  @ParameterizedTest
  @CsvSource({"0, 0, NONE", "0.2, 0.3, NONE", "1, 3, HDFS", "3, 1, HANDLERS", "0, 0.5, HDFS"})
  void whatMostRequestsWaitForIsTheBottleneck(
      double queue, double hdfs, ServerLoad.Bottleneck bottleneck) {
    assertThat(load("rs", 1, queue, hdfs).bottleneck()).isEqualTo(bottleneck);
    assertThat(load("rs", 1, queue, hdfs).waiting()).isEqualTo(queue + hdfs);
  }

  @Test
  void theServerWhereMostRequestsWaitIsTheBusiest() {
    ServerLoad waits = load("c", 1, 2, 2);
    ServerLoad works = load("b", 500, 0.01, 0);
    ServerLoad idle = load("a", 0, 0.02, 0);
    List<ServerLoad> loads = new ArrayList<>(List.of(idle, works, waits));
    loads.sort(ServerLoad.BUSIEST);
    assertThat(loads).containsExactly(waits, works, idle);
  }
}
