package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.FakeCluster;
import io.argus.master.status.ClusterStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ServersTextTest {
  @RegisterExtension private final FakeCluster cluster = new FakeCluster();

  private static final String LOCAL =
      "{'server':'rs%d.example.com,16020,1','cacheShare':%s,'hdfsShare':0.5,'demandShare':0.25,"
          + "'operationsPerSecond':1234,'usedHdfsShare':0.9,'throughputLoss':%s}";

  /** Tenant i has server i as bottleneck; only even ones have other shares there. */
  private static ClusterStatus status(int servers) {
    StringBuilder json = new StringBuilder("{'mode':'ENFORCE','planReason':'','problems':[],");
    json.append("'servers':[");
    for (int s = 0; s < servers; s++) {
      json.append(s == 0 ? "" : ",")
          .append("{'server':'rs" + s + ".example.com,16020,1','planVersion':3,'components':[")
          .append("{'component':'cache','reason':'','state':'")
          .append(s == servers - 1 ? "FAILED" : "ACTIVE")
          .append("'}]}");
    }
    json.append("],'tenants':[");
    for (int i = 0; i < servers; i++) {
      String share = i % 2 == 0 ? "0.8" : "0.5";
      json.append(i == 0 ? "" : ",")
          .append(
              "{'tenant':'t" + i + "','cacheShare':0.5,'hdfsShare':0.5,'serverCount':" + servers)
          .append(",'servers':[" + String.format(LOCAL, i, share, i % 4 == 1 ? 0 : 0.4) + "]}");
    }
    String text = json.append("]}").toString().replace('\'', '"');
    return ClusterStatus.read(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void withThreeServersEachIsShown() {
    String text = String.join("\n", LocalTable.lines(status(3)));
    assertThat(text)
        .containsPattern("t0 +rs0.example.com:16020 \\* +25% +1,234 +0.80 +0.00 +0.50 +0.90 +40%")
        .containsPattern("t2 +rs2.example.com:16020 \\* ")
        .doesNotContain("t1", "more");
    assertThat(StatusText.lines(status(3), true))
        .contains("rs0.example.com,16020,1  plan v3  enforce by hbase-site.xml  cache ACTIVE");
  }

  @Test
  void withThreeHundredServersTheWorstAreShown() {
    List<String> lines = LocalTable.lines(status(300));
    assertThat(lines).hasSize(1 + 1 + LocalTable.MAX_ROWS + 1);
    assertThat(lines.get(lines.size() - 1))
        .isEqualTo("and 205 more tenants on servers; -o json has them");
    assertThat(ServersText.exceptions(status(300)))
        .containsExactly("", "rs299:16020: cache FAILED");
    assertThat(StatusText.lines(status(300), true).stream().filter(l -> l.startsWith("rs")))
        .as("wide has all, what does not work first")
        .hasSize(300)
        .first()
        .asString()
        .startsWith("rs299.example.com,16020,1 ");
  }

  @Test
  void oneServerNeedsNoServersInTheText() {
    assertThat(LocalTable.lines(status(1))).isEmpty();
    assertThat(Screen.rows(status(1), true).get(1)).doesNotContain("rs0.example.com:16020");
  }

  @Test
  void topNamesTheServerThatHoldsATenantUp() {
    List<String[]> rows = Screen.rows(status(3), true);
    assertThat(rows.get(0)).endsWith("bottleneck server");
    assertThat(rows.get(1)).endsWith("rs0.example.com:16020 of 3");
    assertThat(rows.get(2)).endsWith("-");
  }

  @Test
  void whatServersReportCannotChangeTheTerminal() throws Exception {
    String status =
        "{'mode':'ENFORCE','planReason':'\\u001b[2J','problems':['\\u001b[2J'],'tenants':[],"
            + "'servers':[{'server':'rs1,1,1','planVersion':3,'components':[{'component':'cache',"
            + "'reason':'\\u001b[2J','state':'FAILED'}]}]}";
    cluster.document("status", status.replace('\'', '"').getBytes(StandardCharsets.UTF_8));

    assertThat(cluster.run("status")).isZero();

    assertThat(cluster.out()).doesNotContain("\u001b").contains("PROBLEM ?[2J");
  }
}
