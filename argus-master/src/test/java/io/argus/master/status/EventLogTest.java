package io.argus.master.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class EventLogTest {
  private final EventLog log = new EventLog();

  /** A status with these servers; the cache failed on those whose names begin with an f. */
  private static ClusterStatus status(int millis, String mode, int plan, String... servers) {
    List<String> json = new ArrayList<>();
    for (String server : servers) {
      json.add(
          String.format(
              "{'server':'%s','components':[{'component':'cache','state':'%s','reason':'why'}]}",
              server.substring(1), server.startsWith("f") ? "FAILED" : "ACTIVE"));
    }
    String text =
        String.format(
            Locale.ROOT,
            "{'writtenMillis':%d,'mode':'%s','planVersion':%d,'planReason':'because','servers':%s,"
                + "'problems':[],'tenants':[]}",
            millis,
            mode,
            plan,
            json);
    return ClusterStatus.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  private List<String> events() {
    List<String> events = new ArrayList<>();
    for (JsonElement event :
        JsonParser.parseString(log.toJson()).getAsJsonObject().getAsJsonArray("events")) {
      events.add(event.toString());
    }
    return events;
  }

  @Test
  void aFirstStatusIsNoEvent() {
    log.add(status(0, "ENFORCE", 0), status(5, "OBSERVE", 3, "frs1,1,1"));
    log.add(status(5, "OBSERVE", 3, "frs1,1,1"), status(6, "OBSERVE", 3, "frs1,1,1"));
    assertThat(events()).isEmpty();
  }

  @Test
  void plansModesAndFaultsAreEvents() {
    log.add(status(1, "ENFORCE", 3, "ors1,1,7"), status(2, "OFF", 4, "frs1,1,7"));
    log.add(status(2, "OFF", 4, "frs1,1,7"), status(3, "OFF", 4, "ors1,1,7"));
    assertThat(events())
        .containsExactly(
            "{\"millis\":2,\"kind\":\"PLAN\",\"text\":\"plan v4: because\"}",
            "{\"millis\":2,\"kind\":\"MODE\",\"text\":\"mode off, before enforce\"}",
            "{\"millis\":2,\"kind\":\"FAULT\",\"text\":\"rs1:1: component cache failed\"}",
            "{\"millis\":3,\"kind\":\"FAULT\",\"text\":\"rs1:1: component cache works again\"}");
  }

  @Test
  void manyServersAreOneEventAndAServerThatWentIsNotFixed() {
    ClusterStatus five = status(1, "OFF", 1, "fa,1,1", "ob,1,1", "oc,1,1", "od,1,1", "oe,1,1");
    log.add(five, status(2, "OFF", 1, "fz,1,1"));
    assertThat(events())
        .containsExactly(
            "{\"millis\":2,\"kind\":\"FAULT\","
                + "\"text\":\"a:1, b:1, c:1 and 2 more: no longer reports\"}",
            "{\"millis\":2,\"kind\":\"FAULT\",\"text\":\"z:1: component cache failed\"}");
  }

  @Test
  void keepsTheLastOnes() {
    for (int i = 1; i <= 400; i++) {
      log.add(status(i, "OFF", i), status(i + 1, "OFF", i + 1));
    }
    assertThat(events()).hasSize(300).last().asString().contains("plan v401");
  }
}
