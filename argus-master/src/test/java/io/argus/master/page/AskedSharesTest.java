package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AskedSharesTest {
  private static final String RS1 = "rs1.example.com,16020,1";
  private static final String RS2 = "rs2.example.com,16020,2";
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");

  private static AskedShares shares(String... texts) {
    return shares(List.of(RS1, RS2), texts);
  }

  private static AskedShares shares(List<String> servers, String... texts) {
    Map<String, String> asked = new TreeMap<>();
    for (String text : texts) {
      String[] parts = text.split("=", 2);
      asked.put(parts[0], parts[1]);
    }
    return new AskedShares(asked, servers);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rs1", "rs1.example.com", "rs1.example.com:16020", "rs1.example.com,16020,1"})
  void aServerHasSeveralNames(String name) {
    assertThat(shares("alice@" + name + "=0.6/0.5").byServer)
        .containsOnlyKeys(RS1)
        .containsEntry(RS1, List.of(Reservation.of(ALICE, 0.6, 0.5)));
  }

  @Test
  void sharesWithoutAServerAreClusterWide() {
    AskedShares both = shares("alice=0.6/0.5", "bob@rs2=1/1", "bob=0.4/0.5");
    assertThat(both.clusterWide)
        .containsExactly(Reservation.of(ALICE, 0.6, 0.5), Reservation.of(BOB, 0.4, 0.5));
    assertThat(both.byServer).containsOnlyKeys(RS2);
  }

  @Test
  void whatCannotBeReadIsNamed() {
    assertThatThrownBy(() -> shares("alice@rs1=0.6"))
        .hasMessageContaining("'alice@rs1=0.6' cannot be read: must be TENANT=CACHE/HDFS");
    assertThatThrownBy(() -> shares("alice@rs3=1/1"))
        .hasMessage(
            "no server is called 'rs3': must be one of rs1.example.com:16020,"
                + " rs2.example.com:16020");
    List<String> many = new ArrayList<>();
    for (int s = 0; s < 300; s++) {
      many.add("host" + s + ".example.com,16020,1");
    }
    assertThatThrownBy(() -> shares(many, "a@none=1/1"))
        .hasMessageEndingWith("and 290 more servers");
    assertThatThrownBy(() -> shares(List.of("h,1,1", "h,2,1"), "a@h=1/1"))
        .hasMessage("several servers are called 'h': must be one of h:1, h:2");
  }
}
