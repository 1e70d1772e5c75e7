package io.argus.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwitchCommandTest {
  private static final long NOW = 5;

  private static ChangeRequest request(String mode, Map<String, @Nullable String> change) {
    return ChangeRequest.of(change).lasting(mode.equals("OFF") ? 100 : 0);
  }

  /**
   * Modes that operators set one after the other; 'unset' takes the mode back, 'OFF' ends by
   * itself.
   */
  private static SettingsOverrides after(String modes, Settings site) {
    SettingsOverrides overrides = SettingsOverrides.NONE;
    for (String mode : modes.split(" ")) {
      Map<String, @Nullable String> change =
          mode.equals("on")
              ? SwitchCommand.modeBeforeOff(overrides, site, NOW)
              : Collections.singletonMap("argus.mode", mode.equals("unset") ? null : mode);
      overrides = overrides.with(request(mode, change), site, "me", NOW);
    }
    return overrides;
  }

  @ParameterizedTest
  @CsvSource({
    "enforce, off on, enforce",
    "observe, off on, observe",
    "enforce, observe off on, observe",
    "observe, enforce off on, enforce",
    "enforce, observe off off on, observe",
    "enforce, observe off enforce off on, enforce",
    "enforce, observe off unset observe off on, observe",
    "off, off on, enforce",
    "off, observe off on, observe",
    "off, observe unset off on, observe",
    "enforce, observe on, observe",
    "enforce, enforce on, enforce",
    "enforce, OFF on, enforce",
    "enforce, observe OFF on, observe",
    "observe, off OFF on, observe",
    "off, OFF on, enforce",
  })
  void onRestoresTheModeThatWasInForceBeforeOff(String ofSite, String modes, String mode) {
    Settings site = Settings.read(Map.of("argus.mode", ofSite)::get);
    assertThat(after(modes, site).values(NOW).getOrDefault("argus.mode", ofSite)).isEqualTo(mode);
  }

  @ParameterizedTest
  @CsvSource({"observe, off on", "enforce, observe unset off on"})
  void whereTheSiteFileDecidedItDoesSoAgain(String ofSite, String modes) {
    Settings site = Settings.read(Map.of("argus.mode", ofSite)::get);
    assertThat(after(modes, site).values()).isEmpty();
  }
}
