package io.argus.master.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanHistoryTest {
  @Test
  void tellsPlansLatestFirstEachOnce() {
    PlanHistory history = PlanHistory.EMPTY;
    for (int version = 1; version <= 150; version++) {
      Plan plan =
          Plan.of(
              version,
              Plan.Mode.AUTO,
              version,
              true,
              List.of(Reservation.of(TenantId.of("a"), 1, 1)),
              PlanExplanation.because("reason " + version));
      history = history.with(plan).with(plan);
    }
    JsonObject read = JsonParser.parseString(history.toPageJson()).getAsJsonObject();
    assertThat(read.get("version").getAsInt()).isEqualTo(2);
    JsonArray plans = read.getAsJsonArray("plans");
    assertThat(plans).hasSize(100);
    assertThat(plans.get(0).getAsJsonObject().get("reason").getAsString()).isEqualTo("reason 150");
    assertThat(plans.get(0).getAsJsonObject().keySet())
        .containsExactlyInAnyOrder(
            "version", "mode", "createdMillis", "borrowing", "reason", "before", "after", "moves");
  }

  @Test
  void tooManySharesOfServersAreLeftOutAndThatIsTold() {
    List<TenantId> tenants = List.of(TenantId.of("a"), TenantId.of("b"));
    Plan few = Plan.equal(1, 0, tenants);
    few = few.withServers(List.of(ServerShares.of("rs", 1, few.reservations())));
    List<ServerShares> all = new ArrayList<>();
    for (int s = 0; s < 200; s++) {
      all.add(ServerShares.of("rs" + s, 2, few.reservations()));
    }
    Plan many = Plan.equal(2, 0, tenants).withServers(all);
    PlanHistory read = PlanHistory.read(PlanHistory.EMPTY.with(few).with(many).toJson());
    assertThat(read.plans()).extracting(PlanHistory::hasServers).containsExactly(true, false);
    assertThat(read.plans()).extracting(plan -> plan.servers().size()).containsExactly(1, 0);
  }

  @Test
  void theHistoryStaysShortHoweverMuchIsPlanned() {
    PlanHistory history = PlanHistory.EMPTY;
    List<TenantId> many = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      many.add(TenantId.of("tenant" + i));
    }
    for (int version = 1; version <= 110; version++) {
      history = history.with(Plan.equal(version, 0, many));
    }
    assertThat(history.plans()).hasSize(100);
    assertThat(history.toJson().length).isLessThan(600 << 10);
    assertThat(PlanHistory.read(history.toJson()).plans())
        .last()
        .hasToString(history.plans().get(99).toString());
  }
}
