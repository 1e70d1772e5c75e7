package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.page.PageReply;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.Component;
import io.argus.master.regions.RegionCount;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MasterNodeTest {
  private static final TableDescription ORDERS = TableDescription.of("shop", "orders", null);

  private static final ClusterTables TABLES =
      new ClusterTables() {
        @Override
        public Collection<TableDescription> tables() {
          return List.of(ORDERS);
        }

        @Override
        public TenantMapping.Fallback fallback() {
          return TenantMapping.Fallback.NAMESPACE;
        }
      };

  private final InMemoryDocuments store = new InMemoryDocuments();
  private boolean regionsFail;
  private long nowMillis = 1_000_000;
  private final MasterNode node =
      new MasterNode(store, TABLES, new Regions(), Settings.defaults(), () -> nowMillis);

  private final class Regions implements ClusterRegions {
    @Override
    public List<RegionCount> regions() throws IOException {
      if (regionsFail) {
        throw new IOException("no answer");
      }
      return List.of(
          new RegionCount("r1", ORDERS.toString(), "rs1,1,1", 5),
          new RegionCount("r2", "nobody's", "rs1,1,1", 5));
    }

    @Override
    public Set<String> servers() {
      return Set.of("rs1,1,1");
    }
  }

  private Map<String, String> settings() throws IOException {
    node.plan();
    byte[] status = store.read(ClusterDocuments.STATUS);
    return ClusterStatus.read(status).master().setup().settings();
  }

  @Test
  void theStatusHasTheSettingsOfTheSiteFileThatWasReadLast() throws IOException {
    node.runsOn("m,1,1", "", List.of());
    assertThat(settings()).isEmpty();
    node.reload(Map.of("argus.slos", "alice:ops=5")::get);
    assertThat(settings()).containsEntry("argus.slos", "alice:ops=5");
  }

  @Test
  void theStatusTellsWhatTheServerLacks() throws IOException {
    node.lacks(Component.CONTROL, "this HBase lacks a.B.c()");
    settings();
    assertThat(ClusterStatus.read(store.read(ClusterDocuments.STATUS)).problems())
        .contains(
            "component control FAILED on the master: the master takes no calls of Argus: this HBase"
                + " lacks a.B.c()");
  }

  private String tablesOfTheShop() {
    PageReply reply = node.page().get("/argus/tables.json", "tenant=shop").orElseThrow();
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  @Test
  void aRoundHasTheTablesAndTheirRegionsAndKeepsThemWhileTheyCannotBeRead() {
    assertThat(tablesOfTheShop()).contains("\"tableCount\":0");
    node.plan();
    assertThat(tablesOfTheShop()).contains("\"table\":\"shop:orders\"", "\"regions\":1");
    regionsFail = true;
    nowMillis += 20_000;
    node.plan();
    assertThat(tablesOfTheShop()).contains("\"regions\":1");
  }
}
