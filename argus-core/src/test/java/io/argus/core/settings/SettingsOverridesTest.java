package io.argus.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsOverridesTest {
  private static final Settings SITE =
      Settings.read(key -> key.equals("argus.alpha") ? "0.25" : null);

  private static SettingsOverrides set(SettingsOverrides before, String... keysAndValues) {
    Map<String, @Nullable String> changes = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      changes.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return before.with(changes, SITE, "eve", 7);
  }

  @Test
  void aChangeIsRememberedWithWhoWhenOldAndNew() {
    SettingsOverrides first = set(SettingsOverrides.NONE, "argus.alpha", " 0.5 ");
    SettingsOverrides second = set(first, "argus.alpha", "0.75", "argus.mode", "off");
    SettingsOverrides read = SettingsOverrides.read(second.toJson());

    assertThat(read.version()).isEqualTo(2);
    assertThat(read.values()).isEqualTo(Map.of("argus.alpha", "0.75", "argus.mode", "off"));
    assertThat(read.log())
        .extracting(c -> c.version() + " " + c.key() + " " + c.before() + " " + c.after())
        .containsExactlyInAnyOrder(
            "1 argus.alpha 0.25 0.5", "2 argus.alpha 0.5 0.75", "2 argus.mode enforce off");
    assertThat(read.log()).allMatch(c -> c.who().equals("eve") && c.millis() == 7);
  }

  @Test
  void whatIsTakenBackLeavesTheSiteFileInForce() {
    SettingsOverrides set = set(SettingsOverrides.NONE, "argus.alpha", "0.5");
    SettingsOverrides taken = set(set, "argus.alpha", null);

    assertThat(taken.values()).isEmpty();
    assertThat(taken.version()).isEqualTo(2);
    assertThat(taken.log()).hasSize(2);
    assertThat(taken.log().get(1).after()).isNull();
    assertThat(SITE.with(taken.values()).get(Settings.ALPHA)).isEqualTo(0.25);
  }

  @Test
  void whatChangesNothingIsNoChange() {
    SettingsOverrides set = set(SettingsOverrides.NONE, "argus.alpha", "0.5");

    assertThat(set(set, "argus.alpha", "0.5")).isSameAs(set);
    assertThat(set(SettingsOverrides.NONE, "argus.mode", null)).isSameAs(SettingsOverrides.NONE);
    assertThat(SettingsOverrides.read(SettingsOverrides.NONE.toJson()))
        .as("nothing was ever set, and something is taken back")
        .isSameAs(SettingsOverrides.NONE);
  }

  @Test
  void oneWrongValueRefusesAllOfThem() {
    SettingsOverrides before = set(SettingsOverrides.NONE, "argus.alpha", "0.5");

    assertThatThrownBy(
            () ->
                set(
                    before,
                    "argus.mode",
                    "off",
                    "argus.alpha",
                    "7",
                    "argus.modus",
                    "off",
                    "argus.tenant.rules",
                    ""))
        .hasMessageContaining("argus.alpha is '7': must be a number from 0.0 to 1.0")
        .hasMessageContaining("argus.modus is no setting: must be one of [argus.mode, ")
        .hasMessageContaining("argus.tenant.rules is read when a server starts")
        .hasMessageEndingWith("(nothing was changed)");
  }

  @Test
  void aRenamedKeyIsRefusedNamingTheNewOne() {
    assertThatThrownBy(() -> set(SettingsOverrides.NONE, "argus.promises", "alice:ops=5"))
        .hasMessage("argus.promises is no setting: it is now argus.slos (nothing was changed)");
  }

  @Test
  void whatAnEarlierReleaseStoredCountsUnderTheNewName() {
    String stored = "{'version':4,'values':{'argus.promises':'alice:ops=5'%s},'log':[]}";
    SettingsOverrides read = read(String.format(stored, ""));
    assertThat(read.values()).isEqualTo(Map.of("argus.slos", "alice:ops=5"));
    assertThat(read.version()).isEqualTo(4);
    assertThat(SettingsOverrides.read(set(read, "argus.alpha", "0.5").toJson()).values())
        .isEqualTo(Map.of("argus.slos", "alice:ops=5", "argus.alpha", "0.5"));
    assertThat(read(String.format(stored, ",'argus.slos':'bob:ops=7'")).values())
        .as("what was set under the new name counts")
        .isEqualTo(Map.of("argus.slos", "bob:ops=7"));
  }

  private static SettingsOverrides read(String json) {
    return SettingsOverrides.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void onlyTheLastChangesAreKept() {
    SettingsOverrides overrides = SettingsOverrides.NONE;
    for (int i = 0; i < 130; i++) {
      overrides = set(overrides, "argus.planner.period", Integer.toString(1_000 + i));
    }
    assertThat(overrides.version()).isEqualTo(130);
    assertThat(overrides.log()).hasSize(SettingsOverrides.LOG_LENGTH);
    assertThat(overrides.log().get(99).after()).isEqualTo("1129");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "??",
        "null",
        "[]",
        "{}",
        "{\"version\":-4,\"values\":{},\"log\":[]}",
        "{\"version\":1,\"values\":{\"argus.mode\":null},\"log\":[]}"
      })
  void whatIsNoSuchDocumentIsRefused(String json) {
    assertThatThrownBy(() -> SettingsOverrides.read(json.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the changed settings ");
  }

  @Test
  void changesTravelAsJson() {
    Map<String, @Nullable String> changes = new HashMap<>();
    changes.put("argus.mode", "off");
    changes.put("argus.alpha", null);
    assertThat(SettingsOverrides.readChanges(SettingsOverrides.writeChanges(changes)))
        .isEqualTo(changes);
    for (String json : new String[] {"", "[]", "{\"a\":{}}", "{"}) {
      assertThatThrownBy(() -> SettingsOverrides.readChanges(json.getBytes(StandardCharsets.UTF_8)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the changes ");
    }
  }

  @Test
  void nothingStoredIsNothingChanged() {
    for (byte[] nothing : Arrays.asList(null, new byte[0])) {
      assertThat(SettingsOverrides.read(nothing)).isSameAs(SettingsOverrides.NONE);
    }
    assertThat(SITE.with(Collections.emptyMap()).texts()).isEqualTo(SITE.texts());
  }

  @Test
  void aChangeOfOneVersionIsRefusedAtAnotherOne() {
    SettingsOverrides first = set(SettingsOverrides.NONE, "argus.alpha", "0.5");
    byte[] sent = SettingsOverrides.writeChanges(first.onlyHere(Map.of("argus.alpha", "0.6")));
    Map<String, @Nullable String> change = SettingsOverrides.readChanges(sent);
    SettingsOverrides second = first.with(change, SITE, "eve", 8);

    assertThat(second.values()).isEqualTo(Map.of("argus.alpha", "0.6"));
    assertThatThrownBy(() -> second.with(change, SITE, "eve", 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("are v2, the change was made from v1: make it again");
  }
}
