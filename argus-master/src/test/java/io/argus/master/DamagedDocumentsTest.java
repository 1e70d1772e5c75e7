package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.master.plans.PlanHistory;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TableOwners;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The smallest documents that once made a reader throw something else, or believe them. */
class DamagedDocumentsTest {
  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static void assertRefused(ThrowingCallable reader) {
    assertThatThrownBy(reader)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .satisfies(e -> assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(2_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'tenants':[null],'servers':[],'problems':[]",
        "'tenants':[{}],'servers':[],'problems':[]",
        "'tenants':[],'servers':[null],'problems':[]",
        "'tenants':[],'servers':[{'server':'s','components':[{}]}],'problems':[]",
        "'tenants':[],'servers':[],'problems':[null]",
        "'tenants':[],'servers':[],'problems':[],'alpha':'x'"
      })
  void aStatusThatToolsCouldNotShowIsRefused(String members) {
    byte[] status = bytes("{'mode':'ENFORCE','planReason':''," + members + "}");
    assertRefused(() -> ClusterStatus.read(status));
  }

  @Test
  void aListOfTablesWithNullIsRefused() {
    assertRefused(() -> TableOwners.read(bytes("{'tables':[],'problems':[null]}")));
  }

  /** Its error ended the thread of the master that plans. */
  @Test
  void aHistoryThatIsNestedDeeplyIsEmpty() {
    String deep = "[".repeat(50_000) + "]".repeat(50_000);
    assertThat(PlanHistory.read(bytes("{'plans':[{'mine':" + deep + "}]}")).plans()).isEmpty();
  }

  @Test
  void aHistoryWithoutNumbersIsStillAPageThatABrowserReads() {
    String plan =
        "{'version':3,'mode':'AUTO','reservations':[{'tenant':'a','shares':{'cache':1,'hdfs':1}}],"
            + "'explanation':{'reason':'r','before':{'jIndex':NaN},'after':{'dScore':Infinity}}}";
    PlanHistory history = PlanHistory.read(bytes("{'plans':[" + plan + "]}"));
    assertThat(history.plans()).hasSize(1);
    assertThat(history.toPageJson()).doesNotContain("NaN").doesNotContain("Infinity");
  }
}
