package io.argus.hbase094;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.hbase094.hdfs.ThreadHdfsBytes;
import io.argus.hbase094.rpc.HandlerCalls;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.tenants.TableDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ipc.ArgusCall;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ChargedCompactionTest {
  private final RegionServerNode<String, ArgusCall> node =
      new RegionServerNode<>(
          Settings.defaults(),
          1,
          new TableDirectory<String>() {
            @Override
            public TableDescription describe(String table) {
              return TableDescription.of("default", table, null);
            }

            @Override
            public TenantMapping.Fallback fallback() {
              return TenantMapping.Fallback.TABLE;
            }
          },
          ThreadHdfsBytes::readByThisThread,
          new HandlerCalls());

  /** A store of rows of 10 KB. */
  private static final class Rows implements InternalScanner {
    private int left;
    private boolean closed;

    Rows(int rows) {
      left = rows;
    }

    @Override
    public boolean next(List<KeyValue> results) {
      byte[] row = Bytes.toBytes(left);
      results.add(new KeyValue(row, row, row, new byte[10 << 10]));
      ThreadHdfsBytes.add(10 << 10);
      return --left > 0;
    }

    @Override
    public boolean next(List<KeyValue> results, String metric) {
      return next(results);
    }

    @Override
    public boolean next(List<KeyValue> results, int limit) {
      return next(results);
    }

    @Override
    public boolean next(List<KeyValue> results, int limit, String metric) {
      return next(results);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void aCompactionSeesWhatItsScannerSeesAndPaysForIt() throws IOException {
    Rows rows = new Rows(40);
    List<KeyValue> cells = new ArrayList<>();
    InternalScanner charged =
        new ChargedCompaction(rows, node.writes().compaction("orders", () -> 0));
    int calls = 0;
    while (calls < 100) {
      List<KeyValue> batch = new ArrayList<>();
      boolean more =
          calls % 4 == 0
              ? charged.next(batch)
              : calls % 4 == 1
                  ? charged.next(batch, 10)
                  : calls % 4 == 2 ? charged.next(batch, null) : charged.next(batch, 10, null);
      cells.addAll(batch);
      calls++;
      if (!more) {
        break;
      }
    }
    charged.close();
    assertThat(cells).hasSize(40);
    assertThat(rows.closed).isTrue();
    assertThat(node.requests().scheduler().faults()).isZero();
    assertThat(node.requests().scheduler().snapshot())
        .singleElement()
        .satisfies(tenant -> assertThat(tenant.tenant().name()).isEqualTo("orders"));
  }

  @Test
  void whatACompactionReadsIsReportedAlsoWhereItDoesNotPay() throws IOException {
    InMemoryDocuments documents = new InMemoryDocuments();
    for (String mode : new String[] {"enforce", "observe", "off"}) {
      node.link().reload(key -> key.equals("argus.mode") ? mode : null);
      InternalScanner compaction =
          new ChargedCompaction(new Rows(30), node.writes().compaction("orders", () -> 0));
      while (compaction.next(new ArrayList<>())) {}
      compaction.close();
      node.reports().send(documents, () -> "server");
      UsageReport report =
          WireFormat.readUsageReport(documents.read(ClusterDocuments.usageOf("server")));
      TenantUsage usage = report.tenants().get(0);
      assertThat(usage.compactionReadBytesPerSecond() * report.windowSeconds())
          .as(mode)
          .isCloseTo(30 * 10_240, within(1.0));
      assertThat(usage.hdfsReadBytesPerSecond()).as("by requests").isZero();
    }
  }

  @Test
  void compactionsOfSystemTablesGoAsEver() {
    assertThat(node.writes().compaction(".META.", () -> 0)).isNull();
  }
}
