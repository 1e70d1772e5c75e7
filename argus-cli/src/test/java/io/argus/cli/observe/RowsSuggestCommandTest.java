package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.master.status.ClusterStatus;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RowsSuggestCommandTest {
  private static String tenant(String name, double misses, double saved) {
    return "{\"tenant\":\"%s\",\"cacheMissesPerSecond\":%s,\"rowsCouldSaveReadsPerSecond\":%s}"
        .formatted(name, misses, saved);
  }

  @Test
  void namesWhomRowsWouldHelpMostFirst() throws Exception {
    String status =
        "{\"mode\":\"OBSERVE\",\"planReason\":\"\",\"planVersion\":7,\"planMode\":\"AUTO\","
            + "\"writtenMillis\":1000,\"jIndex\":0.9,\"servers\":[],\"problems\":[],\"tenants\":["
            + String.join(
                ",",
                tenant("some", 100, 50),
                tenant("hot", 600, 590),
                tenant("error", 1000, 49),
                tenant("idle", 0.5, 0.4),
                "{\"tenant\":\"none\"}")
            + "]}";
    assertThat(
            RowsSuggestCommand.of(
                ClusterStatus.read(status.getBytes(StandardCharsets.UTF_8)).tenants()))
        .extracting(each -> each.tenant)
        .containsExactly("hot", "some");
  }
}
