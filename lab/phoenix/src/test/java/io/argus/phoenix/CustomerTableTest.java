package io.argus.phoenix;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.load.client.Preset;
import io.argus.load.client.Requests;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CustomerTableTest {

  @Test
  void theSchemaIsTheNamespace() {
    CustomerTable table = CustomerTable.named("shop:usertable");

    assertThat(table.schema()).isEqualTo("shop");
    assertThat(table.index()).isEqualTo("usertable" + Requests.INDEX);
    assertThat(table.creation().get(1)).contains("CREATE TABLE \"shop\".\"usertable\" (", "SALT");
    assertThat(table.indexCreation()).contains("\"usertable" + Requests.INDEX + "\" ON \"shop\".");
  }

  @Test
  void customersHaveAboutAsManyRowsEach() {
    int rows = 20 * Requests.CUSTOMERS;
    int[] counts = new int[Requests.CUSTOMERS];
    IntStream.range(0, rows)
        .map(row -> CustomerTable.firstCustomer(Preset.key(row)))
        .forEach(customer -> counts[customer / 2]++);

    assertThat(IntStream.of(counts).max().orElseThrow()).isLessThan(60);
    assertThat(IntStream.of(counts).filter(count -> count == 0).count()).isLessThan(10);
  }
}
