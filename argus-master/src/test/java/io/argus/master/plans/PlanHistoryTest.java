package io.argus.master.plans;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
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
    assertThat(read.get("version").getAsInt()).isEqualTo(1);
    JsonArray plans = read.getAsJsonArray("plans");
    assertThat(plans).hasSize(100);
    assertThat(plans.get(0).getAsJsonObject().get("reason").getAsString()).isEqualTo("reason 150");
    assertThat(plans.get(0).getAsJsonObject().keySet())
        .containsExactlyInAnyOrder(
            "version", "mode", "createdMillis", "borrowing", "reason", "before", "after", "moves");
  }
}
