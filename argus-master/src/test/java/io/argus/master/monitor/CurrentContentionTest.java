package io.argus.master.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CurrentContentionTest {
  private static TenantUsage usage(
      String tenant, double queued, double waited, double handler, double readBytes) {
    return TenantUsage.builder(TenantId.of(tenant))
        .waits(queued, waited, 0)
        .handlerFraction(handler)
        .hdfs(readBytes, 0)
        .build();
  }

  private static UsageReport report(String server, TenantUsage... usages) {
    return new UsageReport(server, 0, 2, 1, 1, 1, List.of(), Arrays.asList(usages));
  }

  private static JsonArray victims(UsageReport... reports) {
    String json = CurrentContention.of(Arrays.asList(reports)).toJson();
    return JsonParser.parseString(json).getAsJsonObject().getAsJsonArray("victims");
  }

  private static double wait(JsonObject victim, String cause) {
    for (var each : victim.getAsJsonArray("causes")) {
      if (each.getAsJsonObject().get("tenant").getAsString().equals(cause)) {
        return each.getAsJsonObject().get("waitFraction").getAsDouble();
      }
    }
    return 0;
  }

  @Test
  void laysWaitingToWhoeverWasServedMeanwhileOnTheSameServer() {
    JsonArray victims =
        victims(
            report("rs1", usage("a", 1, 8, 0.1, 100), usage("b", 0, 0, 0.3, 300)),
            report("rs2", usage("a", 0, 2, 0, 0), usage("c", 0, 0, 0, 50)));
    assertThat(victims).hasSize(1);
    JsonObject a = victims.get(0).getAsJsonObject();
    assertThat(a.get("tenant").getAsString()).isEqualTo("a");
    assertThat(a.get("waitFraction").getAsDouble()).isEqualTo(11, within(1e-9));
    assertThat(wait(a, "b")).isEqualTo(8 * 0.75 + 1 * 0.75, within(1e-9));
    assertThat(wait(a, "a")).isEqualTo(8 * 0.25 + 1 * 0.25, within(1e-9));
    assertThat(wait(a, "c")).isEqualTo(2, within(1e-9));
  }

  @Test
  void tellsTheTenGreatestCausesAndTheRestAsOne() {
    List<TenantUsage> usages = new ArrayList<>();
    usages.add(usage("victim", 0, 12, 0, 0));
    for (int i = 0; i < 12; i++) {
      usages.add(usage("t" + i, 0, 0, 0, 10));
    }
    JsonObject victim =
        victims(report("rs1", usages.toArray(new TenantUsage[0]))).get(0).getAsJsonObject();
    assertThat(victim.getAsJsonArray("causes")).hasSize(10);
    assertThat(victim.get("restFraction").getAsDouble()).isEqualTo(2, within(1e-9));
  }

  @Test
  void nobodyWaitsNobodyIsNamed() {
    assertThat(victims(report("rs1", usage("a", 0, 0, 1, 1)))).isEmpty();
    assertThat(victims(report("rs1", usage("a", 1, 1, 0, 0)))).isEmpty();
    assertThat(victims()).isEmpty();
  }

  @Test
  void causesComeTheGreatestFirst() {
    CurrentContention contention =
        CurrentContention.of(
            List.of(
                report("rs1", usage("a", 0, 8, 0, 100), usage("b", 0, 0, 0, 300)),
                report("rs2", usage("a", 0, 2, 0, 0), usage("c", 0, 0, 0, 50))));
    assertThat(contention.causesOf(TenantId.of("a")))
        .containsExactly(
            Map.entry(TenantId.of("b"), 6.0),
            Map.entry(TenantId.of("a"), 2.0),
            Map.entry(TenantId.of("c"), 2.0));
    assertThat(contention.causesOf(TenantId.of("b"))).isEmpty();
  }
}
