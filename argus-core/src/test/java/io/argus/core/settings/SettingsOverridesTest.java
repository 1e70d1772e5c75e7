package io.argus.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
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
    return before.with(ChangeRequest.of(changes), SITE, "eve", 7);
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
        .hasMessageContaining("argus.modus is no setting: did you mean argus.mode?")
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
    ChangeRequest sent =
        ChangeRequest.of(changes).because(" noisy ").lasting(3).on(List.of("rs1,1"), 2.5);
    ChangeRequest read = ChangeRequest.read(sent.toJson());
    assertThat(read.texts()).isEqualTo(changes);
    assertThat(read.reason()).isEqualTo("noisy");
    assertThat(read.untilMillis(4)).isEqualTo(7);
    assertThat(read.servers()).containsExactly("rs1,1");
    assertThat(read.guard()).isEqualTo(2.5);
    for (String json :
        new String[] {
          "",
          "[]",
          "{\"texts\":{\"a\":{}}}",
          "{",
          "{}",
          "{\"texts\":{},\"forMillis\":-1}",
          "{\"texts\":{},\"guard\":0.5}",
          "{\"texts\":{},\"servers\":[\"rs1\"]}",
          "{\"texts\":{},\"servers\":[null]}",
          "{\"texts\":{},\"note\":{\"key\":\"plan\"}}",
          "{\"texts\":{},\"reason\":\"" + "x".repeat(501) + "\"}"
        }) {
      assertThatThrownBy(() -> ChangeRequest.read(json.getBytes(StandardCharsets.UTF_8)))
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
    ChangeRequest change =
        ChangeRequest.read(ChangeRequest.of(Map.of("argus.alpha", "0.6")).onlyFrom(first).toJson());
    SettingsOverrides second = first.with(change, SITE, "eve", 8);

    assertThat(second.values()).isEqualTo(Map.of("argus.alpha", "0.6"));
    assertThatThrownBy(() -> second.with(change, SITE, "eve", 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("are v2, the change was made from v1: make it again");
  }

  private static final String MODE = "argus.mode";
  private static final long NOW = 1_000;
  private static final long END = NOW + 50;

  private static ChangeRequest mode(@Nullable String mode) {
    return ChangeRequest.of(Collections.singletonMap(MODE, mode));
  }

  private static SettingsOverrides read(SettingsOverrides stored) {
    return SettingsOverrides.read(stored.toJson());
  }

  @Test
  void aChangeThatEndsByItselfLiesOverTheOnesWithoutAnEnd() {
    SettingsOverrides before = set(SettingsOverrides.NONE, MODE, "observe");
    SettingsOverrides during =
        read(before.with(mode("off").lasting(50).because("noisy"), SITE, "eve", NOW));

    assertThat(during.values(END - 1)).containsEntry(MODE, "off");
    assertThat(during.values(END)).containsEntry(MODE, "observe");
    assertThat(during.values()).containsEntry(MODE, "observe");
    assertThat(during.nextEndMillis(NOW)).isEqualTo(END);
    assertThat(during.nextEndMillis(END)).isEqualTo(Long.MAX_VALUE);
    SettingsOverrides.Change last = during.log().get(during.log().size() - 1);
    assertThat(last.before() + last.after() + last.untilMillis() + last.reason())
        .isEqualTo("observeoff" + END + "noisy");

    SettingsOverrides byHand = read(during.with(mode("enforce"), SITE, "eve", NOW + 1));
    assertThat(byHand.values(NOW + 2)).containsEntry(MODE, "enforce");
    assertThat(byHand.temporary(NOW + 2)).as("a change without an end takes its place").isEmpty();
    SettingsOverrides same = during.with(mode("observe"), SITE, "eve", NOW + 1);
    assertThat(same.values(NOW + 2))
        .as("what lies beneath, set again")
        .containsEntry(MODE, "observe");
    assertThat(same.version()).isEqualTo(during.version() + 1);
  }

  @Test
  void whatIsTakenBackForATimeIsThereAgain() {
    SettingsOverrides before = set(SettingsOverrides.NONE, MODE, "observe");
    SettingsOverrides during = read(before.with(mode(null).lasting(50), SITE, "eve", NOW));
    assertThat(during.values(NOW)).isEmpty();
    assertThat(during.values(END)).containsEntry(MODE, "observe");
  }

  @Test
  void aServerHasAModeOfItsOwnUntilThatOfAllChanges() {
    ChangeRequest canary = mode("enforce").on(List.of("rs2,1", "rs1,1"), 2);
    SettingsOverrides during = read(SettingsOverrides.NONE.with(canary, SITE, "eve", NOW));

    assertThat(during.values(NOW)).isEmpty();
    assertThat(during.serverMode("rs1,1", NOW).orElseThrow().mode()).isEqualTo("enforce");
    assertThat(during.serverMode("rs1,1", NOW).orElseThrow().guard()).isEqualTo(2);
    assertThat(during.serverMode("rs3,1", NOW)).isEmpty();
    assertThat(during.log()).extracting(c -> c.server()).containsExactly("rs1,1", "rs2,1");

    SettingsOverrides one = during.with(mode(null).on(List.of("rs1,1"), 0), SITE, "eve", NOW);
    assertThat(one.servers(NOW)).containsOnlyKeys("rs2,1");
    assertThat(set(during, "argus.alpha", "0.5").servers(NOW)).hasSize(2);
    SettingsOverrides off = read(during.with(mode("off"), SITE, "eve", NOW));
    assertThat(off.servers(NOW)).isEmpty();
    assertThat(off.log()).hasSize(5);
    assertThatThrownBy(
            () ->
                during.with(
                    ChangeRequest.of(Map.of("argus.alpha", "0.5")).on(List.of("rs1,1"), 0),
                    SITE,
                    "eve",
                    NOW))
        .hasMessageContaining("single servers can only have a argus.mode");
  }

  @Test
  void theModeOfAServerEndsByItself() {
    ChangeRequest canary = mode("enforce").on(List.of("rs1,1"), 2).lasting(50);
    SettingsOverrides during = read(SettingsOverrides.NONE.with(canary, SITE, "eve", NOW));
    assertThat(during.serverMode("rs1,1", END - 1)).isPresent();
    assertThat(during.serverMode("rs1,1", END)).isEmpty();
    assertThat(during.nextEndMillis(NOW)).isEqualTo(END);
    ChangeRequest alpha = ChangeRequest.of(Map.of("argus.alpha", "0.5"));
    assertThat(during.with(alpha, SITE, "eve", END).servers(NOW)).as("it is forgotten").isEmpty();
  }

  @Test
  void aChangeOfSomethingElseIsOnlyLogged() {
    ChangeRequest note = ChangeRequest.note("plan", "v3 auto", "pinned a=1/1").because("because");
    SettingsOverrides noted =
        SettingsOverrides.NONE.with(ChangeRequest.read(note.toJson()), SITE, "eve", NOW);
    assertThat(noted.values(NOW)).isEmpty();
    assertThat(noted.log())
        .extracting(c -> c.key() + ": " + c.before() + " -> " + c.after() + " " + c.reason())
        .containsExactly("plan: v3 auto -> pinned a=1/1 because");
  }
}
