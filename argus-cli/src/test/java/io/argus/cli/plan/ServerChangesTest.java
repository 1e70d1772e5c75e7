package io.argus.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import io.argus.master.plans.PlanHistory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerChangesTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");

  private static ServerShares shares(int server, double alice) {
    return ServerShares.of(
        "rs" + server + ".example.com,16020,1",
        1,
        List.of(Reservation.of(ALICE, alice, 0.5), Reservation.of(BOB, 1 - alice, 0.5)));
  }

  private static Plan plan(int version, ServerShares... own) {
    return Plan.equal(version, 0, List.of(ALICE, BOB)).withServers(List.of(own));
  }

  private static Plan ofManyServers(int version) {
    List<ServerShares> own = new ArrayList<>();
    for (int s = 0; s < 300; s++) {
      own.add(shares(s, 0.5 + 0.001 * (s + 1)));
    }
    return Plan.equal(version, 0, List.of(ALICE, BOB)).withServers(own);
  }

  @Test
  void showTellsWhereSharesDifferFromTheClusterWideOnes() {
    String text = String.join("\n", PlanShowCommand.onServers(plan(1, shares(1, 0.9))));
    assertThat(text)
        .contains("on 1 server:")
        .containsPattern("rs1.example.com:16020 +alice +0.500 -> 0.900 +0.500")
        .containsPattern("rs1.example.com:16020 +bob +0.500 -> 0.100 +0.500");
    assertThat(PlanShowCommand.onServers(plan(1))).isEmpty();
  }

  @Test
  void ofManyServersThoseThatDifferMostAreShown() {
    List<String> lines = PlanShowCommand.onServers(ofManyServers(1));
    assertThat(lines).hasSize(2 + 1 + ServerChanges.MAX_ROWS + 1 + 1);
    assertThat(String.join("\n", lines))
        .contains("on 300 servers:", "rs299.example.com:16020", "rs290.example.com:16020")
        .contains("and 580 more shares, which differ less; -o json has all")
        .doesNotContain("rs1.example.com");
  }

  @Test
  void diffTellsOnWhichServersSharesChanged() {
    PlanDiffCommand.Difference difference =
        PlanDiffCommand.difference(
            plan(1, shares(1, 0.9), shares(2, 0.7)), plan(2, shares(1, 0.6), shares(2, 0.7)));
    assertThat(difference.servers())
        .extracting(ServerChanges.Change::server)
        .containsOnly("rs1.example.com,16020,1");
    assertThat(String.join("\n", PlanDiffCommand.onServers(difference)))
        .contains("on 1 server:")
        .containsPattern("alice +0.900 -> 0.600 +0.500");
  }

  @Test
  void aServerThatLosesItsOwnSharesComesToTheClusterWideOnes() {
    PlanDiffCommand.Difference difference =
        PlanDiffCommand.difference(plan(1, shares(1, 0.9)), plan(2));
    assertThat(difference.servers()).hasSize(2);
    assertThat(String.join("\n", PlanDiffCommand.onServers(difference)))
        .containsPattern("alice +0.900 -> 0.500");
  }

  @Test
  void whatTheHistoryDoesNotHaveIsNotCompared() {
    List<Plan> plans =
        PlanHistory.EMPTY.with(plan(1, shares(1, 0.9))).with(ofManyServers(2)).plans();
    PlanDiffCommand.Difference difference = PlanDiffCommand.difference(plans.get(0), plans.get(1));
    assertThat(difference.serversKnown()).isFalse();
    assertThat(difference.servers()).isEmpty();
    assertThat(String.join("\n", PlanDiffCommand.onServers(difference)))
        .contains("not compared: they were too many for the history");
  }
}
