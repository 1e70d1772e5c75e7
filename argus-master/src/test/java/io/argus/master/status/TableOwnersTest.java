package io.argus.master.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TableOwner;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableOwnersTest {
  private static final TenantMapping MAPPING =
      new TenantMapping(TenantRules.parse("sales:*=acme"), TenantMapping.Fallback.NAMESPACE);

  @Test
  void ownersSurviveTheWayInTheOrderOfTheirNames() {
    TableOwners owners =
        TableOwners.read(
            TableOwners.of(
                    List.of(
                        TableDescription.of("sales", "orders", null),
                        TableDescription.of("default", "a", "no tenant!"),
                        TableDescription.of("hbase", "meta", null)),
                    MAPPING)
                .toJson());
    assertThat(owners.tables())
        .extracting(TableOwner::table, TableOwner::tenant, TableOwner::by)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("a", "default", TableOwner.By.NOBODY),
            org.assertj.core.groups.Tuple.tuple("sales:orders", "acme", TableOwner.By.RULE));
    assertThat(owners.problems()).hasSize(1);
    assertThat(owners.problems().get(0)).contains("table a: ARGUS_TENANT is 'no tenant!'");
    assertThat(owners.leftOut()).isZero();
  }

  @Test
  void moreTablesThanANodeHoldsAreCounted() {
    List<TableDescription> tables = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      tables.add(TableDescription.of("sales", "a_table_of_a_rather_long_name_" + i, null));
    }
    byte[] json = TableOwners.of(tables, MAPPING).toJson();
    assertThat(json).hasSizeLessThan(1 << 19);
    assertThat(TableOwners.read(json).leftOut()).isEqualTo(6_000);
  }

  @Test
  void whatIsNoListOfTablesIsRefused() {
    for (String json : List.of("", "{}", "?", "{\"tables\":[{}],\"problems\":[]}")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> TableOwners.read(json.getBytes(StandardCharsets.UTF_8)))
          .withMessageContaining("list of tables");
    }
  }
}
