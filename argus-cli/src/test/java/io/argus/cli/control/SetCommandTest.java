package io.argus.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetCommandTest {
  private static final String WEIGHTS = "argus.tenant.shares";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "alice=2,bob=3,carol=1.5 | shop=2 | alice=2, bob=3, carol=1.5",
        "alice=2,bob=3 | bob=4 | alice=2",
        "alice=2 , bob = 3 | bob=4, alice = 1 | ''",
        "alice=2 | '' | alice=2",
        "'' | alice=2 | ''"
      })
  void tenantsThatLoseTheirWeightAreNamed(String before, String after, String lost) {
    Settings site = Settings.read(Map.of(WEIGHTS, before)::get);
    assertThat(SetCommand.lost(SettingsOverrides.NONE, site, Map.of(WEIGHTS, after)))
        .isEqualTo(
            lost.isEmpty()
                ? List.of()
                : List.of(WEIGHTS + " was replaced as a whole; no longer in it: " + lost));
  }

  @Test
  void whatOperatorsHaveSetCountsBeforeTheSiteFile() {
    Settings site = Settings.read(Map.of(WEIGHTS, "alice=2")::get);
    SettingsOverrides overrides =
        SettingsOverrides.NONE.with(ChangeRequest.of(Map.of(WEIGHTS, "bob=3")), site, "me", 0);
    assertThat(SetCommand.lost(overrides, site, Map.of(WEIGHTS, "carol=4")))
        .containsExactly(WEIGHTS + " was replaced as a whole; no longer in it: bob=3");
  }

  @Test
  void slosAreSuchAListToo() {
    Settings site =
        Settings.read(Map.of("argus.slos", "alice:ops=500,alice:p99=20,bob:ops=100")::get);
    assertThat(SetCommand.lost(SettingsOverrides.NONE, site, Map.of("argus.slos", "alice:ops=600")))
        .containsExactly(
            "argus.slos was replaced as a whole; no longer in it: alice:p99=20, bob:ops=100");
  }

  @Test
  void otherSettingsAreNoLists() {
    Settings site = Settings.read(Map.of("argus.alpha", "0.3")::get);
    assertThat(SetCommand.lost(SettingsOverrides.NONE, site, Map.of("argus.alpha", "0.5")))
        .isEmpty();
  }
}
