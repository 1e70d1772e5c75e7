package io.argus.core.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LiveSettingsTest {
  private final Map<String, String> site =
      new TreeMap<>(Map.of("argus.alpha", "0.25", "argus.tenant.rules", "a:b=c"));
  private final LiveSettings live = new LiveSettings(Settings.read(site::get));
  private final List<Settings> told = new ArrayList<>();

  private void store(long version, String... keysAndValues) {
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.append(i == 0 ? "" : ",");
      values.append('"').append(keysAndValues[i]).append("\":\"").append(keysAndValues[i + 1]);
      values.append('"');
    }
    String json = "{\"version\":" + version + ",\"values\":{" + values + "},\"log\":[]}";
    live.accept(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aListenerIsToldWhatIsInForceAndEachChange() {
    live.onChange(told::add);
    store(1, "argus.mode", "off");
    store(2);

    assertThat(told)
        .extracting(settings -> settings.get(Settings.MODE))
        .containsExactly(Settings.Mode.ENFORCE, Settings.Mode.OFF, Settings.Mode.ENFORCE);
    assertThat(live.get().version()).isEqualTo(2);
  }

  @Test
  void aListenerThatFailsKeepsNobodyElseFromTheChange() {
    live.onChange(
        settings -> {
          throw new IllegalStateException("on purpose");
        });
    live.onChange(told::add);
    store(1, "argus.mode", "off");
    assertThat(told).hasSize(2);
    assertThat(live.get().version()).isEqualTo(1);
  }

  @Test
  void whatAServerCannotUseIsIgnoredAndNamedAndTheRestCounts() {
    store(5, "argus.mode", "off", "argus.alpha", "seven", "argus.of.tomorrow", "1");

    assertThat(live.get().get(Settings.MODE)).isEqualTo(Settings.Mode.OFF);
    assertThat(live.get().get(Settings.ALPHA)).isEqualTo(0.25);
    assertThat(live.problems())
        .hasSize(2)
        .anyMatch(p -> p.contains("argus.alpha is 'seven': must be") && p.contains("'0.25' stays"))
        .anyMatch(p -> p.startsWith("argus.of.tomorrow is no setting"));
    assertThat(live.get().problems()).containsAll(live.problems());
  }

  @Test
  void aDocumentThatCannotBeReadChangesNothing() {
    store(3, "argus.mode", "observe");
    live.accept("}{".getBytes(StandardCharsets.UTF_8));

    assertThat(live.get().get(Settings.MODE)).isEqualTo(Settings.Mode.OBSERVE);
    assertThat(live.problems()).singleElement().asString().endsWith("; version 3 stays");
    store(4);
    assertThat(live.problems()).isEmpty();
    assertThat(live.get().get(Settings.MODE)).isEqualTo(Settings.Mode.ENFORCE);
  }

  @Test
  void theLocalSwitchWinsOverAll() {
    store(1, "argus.mode", "enforce");
    live.switchOff(true);
    store(2, "argus.mode", "observe");
    assertThat(live.get().get(Settings.MODE)).isEqualTo(Settings.Mode.OFF);
    live.switchOff(false);
    assertThat(live.get().get(Settings.MODE)).isEqualTo(Settings.Mode.OBSERVE);
  }

  @Test
  void aSiteFileReadAgainChangesLiveKeysBelowTheOverrides() {
    store(1, "argus.mode", "observe");
    site.remove("argus.alpha");
    site.put("argus.mode", "off");
    site.put("argus.credits", "1000");
    site.put("argus.tenant.rules", "x:y=z");
    live.reload(site::get);

    assertThat(live.get().get(Settings.ALPHA)).isEqualTo(0.5);
    assertThat(live.get().get(Settings.CREDITS)).isEqualTo(1_000);
    assertThat(live.get().get(Settings.MODE)).isEqualTo(Settings.Mode.OBSERVE);
    assertThat(live.get().text("argus.tenant.rules")).isEqualTo("a:b=c");
    store(2);
    assertThat(live.get().get(Settings.MODE)).isEqualTo(Settings.Mode.OFF);
  }

  @Test
  void aSiteFileWithAnythingWrongIsNotTakenOver() {
    site.put("argus.alpha", "0.75");
    site.put("argus.credits", "none");
    live.reload(site::get);

    assertThat(live.get().get(Settings.ALPHA)).isEqualTo(0.25);
    assertThat(live.problems())
        .singleElement()
        .asString()
        .startsWith("hbase-site.xml was not taken over: argus.credits is 'none'");
    assertThat(live.get().problems()).isEqualTo(live.problems());
    site.put("argus.credits", "auto");
    live.reload(site::get);
    assertThat(live.get().get(Settings.ALPHA)).isEqualTo(0.75);
    assertThat(live.problems()).isEmpty();
  }

  private final long[] nowMillis = {1_000};
  private final LiveSettings timed = new LiveSettings(Settings.read(site::get), () -> nowMillis[0]);

  private void request(ChangeRequest request) {
    stored = stored.with(request, timed.site(), "eve", nowMillis[0]);
    timed.accept(stored.toJson());
  }

  private SettingsOverrides stored = SettingsOverrides.NONE;

  private static ChangeRequest mode(String mode) {
    return ChangeRequest.of(Map.of("argus.mode", mode));
  }

  private String inForce() {
    return timed.get().get(Settings.MODE) + " by " + timed.modeOrigin();
  }

  @Test
  void aChangeEndsByItselfAndListenersAreTold() {
    timed.onChange(told::add);
    request(mode("off").lasting(100));
    assertThat(inForce()).isEqualTo("OFF by CLUSTER");
    nowMillis[0] += 99;
    timed.poll();
    assertThat(told).hasSize(2);
    nowMillis[0]++;
    timed.poll();
    timed.poll();
    assertThat(told).hasSize(3);
    assertThat(inForce()).isEqualTo("ENFORCE by SITE");
  }

  @Test
  void aChangeThatHasEndedBeforeItIsReadDoesNotCount() {
    SettingsOverrides ended =
        SettingsOverrides.NONE.with(mode("off").lasting(100), timed.site(), "eve", 1);
    timed.accept(ended.toJson());
    assertThat(inForce()).isEqualTo("ENFORCE by SITE");
    assertThat(timed.get().version()).isEqualTo(1);
  }

  @Test
  void theFirstThatSaysSomethingDecides() {
    request(mode("observe"));
    request(mode("enforce").on(List.of("rs1,16020"), 2).lasting(100));
    assertThat(inForce()).as("not known to be this server yet").isEqualTo("OBSERVE by CLUSTER");
    timed.serverIs("rs1,16020,77");
    assertThat(inForce()).isEqualTo("ENFORCE by SERVER");
    timed.switchOff(true);
    assertThat(inForce()).isEqualTo("OFF by LOCAL");
    timed.switchOff(false);
    assertThat(inForce()).isEqualTo("ENFORCE by SERVER");
    nowMillis[0] += 100;
    timed.poll();
    assertThat(inForce()).isEqualTo("OBSERVE by CLUSTER");
  }

  @Test
  void aGuardTakesBackTheModeThatItGuardsAndNoLaterOne() {
    request(mode("observe"));
    request(mode("enforce").on(List.of("rs1,16020"), 2));
    timed.serverIs("rs1,16020,77");
    timed.guardTripped(timed.ownMode().orElseThrow().sinceVersion());
    assertThat(inForce()).isEqualTo("OBSERVE by GUARD");
    request(ChangeRequest.of(Map.of("argus.alpha", "0.75")));
    assertThat(inForce()).isEqualTo("OBSERVE by GUARD");
    request(mode("enforce").on(List.of("rs1,16020"), 2));
    assertThat(inForce()).isEqualTo("ENFORCE by SERVER");
  }
}
