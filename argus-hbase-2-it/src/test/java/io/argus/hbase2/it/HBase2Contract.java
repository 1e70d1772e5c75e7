package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.contract.DropInJarContract;
import io.argus.contract.Rows;
import io.argus.contract.WebPage;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The contract, and what HBase 2 and its clients can do beyond it. */
abstract class HBase2Contract extends DropInJarContract {
  /** Data blocks outside of the heap, index blocks on it. */
  static final Map<String, String> OFF_HEAP =
      Map.of("hbase.bucketcache.ioengine", "offheap", "hbase.bucketcache.size", "96");

  /** The second form is that of HBase 2.4, and of 2.6.1 and 2.6.2. */
  private static final String NAVIGATION_BAR = "<ul class=\"(navbar-nav|nav navbar-nav)\">";

  private static final String ARGUS_LINK = "href=\"argus/\"";
  private static final byte[] FAMILY = Bytes.toBytes("f");

  HBase2Contract(HBase2 platform, Map<String, String> site) {
    super(platform, site);
  }

  private HBase2Client client() {
    return (HBase2Client) cluster().client();
  }

  @Override
  protected void requireMore(String table, List<String> keys) throws Exception {
    assertThat(client().scan(table, new Scan().setCaching(500).setReversed(true)))
        .isEqualTo(Rows.reversed(keys));
    assertThat(client().scan(table, new Scan().setLimit(777))).isEqualTo(keys.subList(0, 777));
    assertThat(client().scan(table, new Scan().setMaxResultSize(5_000))).isEqualTo(keys);
    assertThat(client().scan(table, new Scan().setFilter(new FirstKeyOnlyFilter())))
        .isEqualTo(keys);
    Filter last =
        new RowFilter(
            CompareOperator.EQUAL, new BinaryComparator(Bytes.toBytes(keys.get(keys.size() - 1))));
    assertThat(client().scan(table, new Scan().setFilter(last)))
        .containsExactly(keys.get(keys.size() - 1));
  }

  @Test
  @Order(12)
  void conditionalWritesCountersAndDeletesDoWhatStockHBaseDoes() throws Exception {
    byte[] row = Bytes.toBytes("zz-scratch");
    byte[] qualifier = Bytes.toBytes("q");
    for (String name : List.of("alice:orders", "bob:orders")) {
      try (Table table = client().connection().getTable(TableName.valueOf(name))) {
        CheckAndMutate.Builder ifAbsent =
            CheckAndMutate.newBuilder(row).ifNotExists(FAMILY, qualifier);
        Put put = new Put(row).addColumn(FAMILY, qualifier, row);
        assertThat(table.checkAndMutate(ifAbsent.build(put)).isSuccess()).isTrue();
        assertThat(table.checkAndMutate(ifAbsent.build(put)).isSuccess()).isFalse();
        byte[] counter = Bytes.toBytes("n");
        for (int i = 0; i < 5; i++) {
          table.increment(new Increment(row).addColumn(FAMILY, counter, 2));
        }
        byte[] log = Bytes.toBytes("log");
        table.append(new Append(row).addColumn(FAMILY, log, Bytes.toBytes("ab")));
        table.append(new Append(row).addColumn(FAMILY, log, Bytes.toBytes("cd")));
        Result result = table.get(new Get(row));
        assertThat(Bytes.toLong(result.getValue(FAMILY, counter))).isEqualTo(10);
        assertThat(Bytes.toString(result.getValue(FAMILY, log))).isEqualTo("abcd");
        table.delete(new Delete(row));
        assertThat(table.exists(new Get(row))).isFalse();
      }
    }
  }

  @Test
  @Order(43)
  void pagesOfHBaseLeadToThePageOfArgus() throws Exception {
    int master = cluster().processes().ports().masterHttp();
    for (String page : List.of("/master-status", "/tablesDetailed.jsp", "/procedures.jsp")) {
      WebPage linked = WebPage.get(master, page);
      assertThat(linked.status()).as(page).isEqualTo(200);
      assertThat(linked.body()).as(page).containsOnlyOnce(ARGUS_LINK);
    }
    assertThat(WebPage.get(master, "/header.jsp").body())
        .as("the navigation bar that the page of Argus takes over")
        .containsPattern(NAVIGATION_BAR)
        .contains("href=\"/hbck.jsp\"");
    assertThat(WebPage.get(cluster().regionServerPort(0), "/header.jsp").body())
        .containsPattern(NAVIGATION_BAR)
        .contains("href=\"/processRS.jsp\"");
    for (int i = 0; i < cluster().regionServers(); i++) {
      assertThat(WebPage.get(cluster().regionServerPort(i), "/rs-status").body())
          .contains("ArgusBlockCache")
          .containsOnlyOnce(ARGUS_LINK);
    }
  }

  /** HBase has {@code /prometheus} since 2.6. */
  private boolean hasPrometheus() {
    return !cluster().processes().runtime().name().matches("2\\.[45]\\..*");
  }

  @Override
  protected void requireMoreMetrics() throws Exception {
    if (!hasPrometheus()) {
      return;
    }
    assertThat(WebPage.get(cluster().processes().ports().masterHttp(), "/header.jsp").body())
        .as("the link that the page of Argus takes over")
        .contains("href=\"/prometheus\"");
    String ofServer = WebPage.get(cluster().regionServerPort(0), "/prometheus").body();
    assertThat(ofServer)
        .containsPattern(
            "argus_tenant_get_operations_per_second\\{[^}]*tenant=\"alice\"[^}]*} [0-9.]+")
        .containsPattern("argus_tenant_queue_wait_seconds\\{[^}]*quantile=\"0.99\"[^}]*} [0-9.]+")
        .containsPattern("argus_tenant_latency_seconds_bucket\\{[^}]*tenant=\"alice\"[^}]*} [0-9]+")
        .containsPattern("argus_tenant_latency_seconds_bucket\\{[^}]*le=\"\\+Inf\"[^}]*} [1-9]")
        .containsPattern("argus_build_info\\{[^}]*version=\"[^}]*} 1")
        .containsPattern("argus_server_mode\\{[^}]*mode=\"enforce\"[^}]*} 1")
        .containsPattern("argus_tenant_rejected_total\\{[^}]*tenant=\"alice\"[^}]*} 0\n");
    String ofMaster = WebPage.get(cluster().processes().ports().masterHttp(), "/prometheus").body();
    assertThat(ofMaster)
        .containsPattern("argus_cluster_tenant_throughput_loss\\{[^}]*tenant=\"bob\"[^}]*} [0-9.]+")
        .containsPattern("argus_cluster_servers_without_argus\\{[^}]*} 0")
        .containsPattern("argus_cluster_mode\\{[^}]*mode=\"enforce\"[^}]*} 1")
        .containsPattern("argus_cluster_dscore\\{[^}]*} [0-9.]+");
  }
}
