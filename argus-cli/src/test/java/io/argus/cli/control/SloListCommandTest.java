package io.argus.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.master.status.ClusterStatus;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SloListCommandTest {
  @Test
  void saysWhoseLongCallsWaitForAnSlo() throws Exception {
    String status =
        "{\"mode\":\"ENFORCE\",\"planReason\":\"\",\"planVersion\":7,\"planMode\":\"AUTO\","
            + "\"writtenMillis\":1000,\"jIndex\":0.9,\"servers\":[],\"problems\":[],\"tenants\":["
            + "{\"tenant\":\"gets\"},{\"tenant\":\"scans\",\"heldCallsPerSecond\":1234.0}]}";
    assertThat(SloListCommand.held(ClusterStatus.read(status.getBytes(StandardCharsets.UTF_8))))
        .containsExactly(
            "Long calls of scans wait 1,234 times a second for calls of tenants with an SLO on p99.");
  }
}
