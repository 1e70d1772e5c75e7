package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.core.usage.UsageReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class UsageDocumentTest {
  private static UsageReport report(String server, ComponentStatus component) {
    return new UsageReport(server, 1, 2, 0, 0, 0, List.of(component), List.of());
  }

  @Test
  void hedgedReadsMakeBytesTooLow() {
    ComponentStatus hedged =
        ComponentStatus.of(Component.HDFS_BYTES, Reason.HEDGED_READS, "threadpool.size is 20");
    List<UsageReport> reports =
        List.of(
            report("rs1,16020,1", hedged),
            report("rs2,16020,2", ComponentStatus.active(Component.HDFS_BYTES)),
            report("rs3,16020,3", hedged));

    assertThat(UsageDocument.uncountedBytes(reports))
        .containsExactly(
            "HDFS bytes read are too low on rs1,16020,1 and 1 more: threadpool.size is 20: Argus"
                + " neither admits nor charges hedged reads; set it to 0 and restart");
    assertThat(UsageDocument.uncountedBytes(reports.subList(1, 2))).isEmpty();
  }
}
