package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.master.model.ModelDocument;
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
  private static final String GRID =
      "'cacheShares':[1],'hdfsShares':[1],'operationsPerSecond':[[5]]";
  private static final String MODEL =
      "{'tenant':'a','weight':1,'throughput':2,'isolatedThroughput':5,'bias':1,'cacheFill':1,"
          + "'function':'f','why':'w',";

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] models(String tenants) {
    return bytes("{'alpha':0.5,'pieces':20,'tenants':[" + tenants + "]}");
  }

  private static void assertRefused(ThrowingCallable reader) {
    assertThatThrownBy(reader)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .satisfies(e -> assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(2_000));
  }

  @Test
  void theSmallestModelIsRead() {
    assertThat(ModelDocument.read(models(MODEL + GRID + ",'parts':[]}")).models()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'alpha':NaN,'pieces':20,'tenants':[]}",
        "{'alpha':7,'pieces':20,'tenants':[]}",
        "{'alpha':0.5,'pieces':2147483647,'tenants':[]}",
        "{'alpha':0.5,'pieces':-1,'tenants':[]}",
        "{'alpha':'x','pieces':20,'tenants':[]}"
      })
  void questionsThatWouldNeverEndAreRefused(String json) {
    assertRefused(() -> ModelDocument.read(bytes(json)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        MODEL + "'parts':[],'bound':{}}",
        MODEL + "'parts':[],'bound':{'otherLimit':5,'curve':{}}}",
        MODEL + "'parts':[],'weight':NaN," + GRID + "}",
        MODEL + "'parts':[],'weight':0," + GRID + "}",
        MODEL + "'parts':[],'bias':1e300," + GRID + "}",
        MODEL + "'parts':[],'cacheFill':-1," + GRID + "}",
        MODEL
            + "'parts':[{'server':'s','demandShare':NaN,'function':'f',"
            + GRID
            + "}],"
            + GRID
            + "}",
        MODEL + "'parts':[null]," + GRID + "}",
        MODEL + GRID + "}",
        MODEL + GRID + ",'parts':[]}," + MODEL + GRID + ",'parts':[]}"
      })
  void modelsThatPredictNothingAreRefused(String tenants) {
    assertRefused(() -> ModelDocument.read(models(tenants)).models());
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
