package io.argus.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {
  private static Settings with(String key, String text) {
    return Settings.read(k -> k.equals(key) ? text : null);
  }

  static Stream<Setting<?>> all() {
    return Settings.all().stream();
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyDefaultIsLegalAndEverySettingDocumented(Setting<?> setting) {
    assertThat((Object) setting.parse(setting.defaultText()))
        .usingRecursiveComparison()
        .isEqualTo(setting.defaultValue);
    assertThat(setting.key()).startsWith("argus.");
    assertThat(setting.unit()).isNotBlank();
    assertThat(setting.description()).endsWith(".");
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyAbsurdValueIsReportedAndReplacedByTheDefault(Setting<?> setting) {
    for (String absurd : new String[] {"\u2603=", "-17", "-1e9", "? NaN"}) {
      Settings settings = with(setting.key(), absurd);
      assertThat(settings.problems())
          .singleElement()
          .asString()
          .startsWith(setting.key() + " is '" + absurd + "': must be ")
          .endsWith("; the default '" + setting.defaultText() + "' is used");
      assertThat((Object) settings.get(setting))
          .usingRecursiveComparison()
          .isEqualTo(setting.defaultValue);
    }
  }

  @Test
  void keysAreUnique() {
    Set<String> keys = new HashSet<>();
    Settings.all().forEach(setting -> assertThat(keys.add(setting.key())).isTrue());
  }

  @Test
  void anOperatorHasToKnowSixSettingsAtMost() {
    assertThat(all().filter(setting -> setting.category() == Setting.Category.BASIC))
        .hasSizeBetween(1, 6);
  }

  @Test
  void readsWhatIsSet() {
    assertThat(with("argus.mode", " Observe ").get(Settings.MODE)).isEqualTo(Settings.Mode.OBSERVE);
    assertThat(with("argus.alpha", "0.25").get(Settings.ALPHA)).isEqualTo(0.25);
    assertThat(with("argus.credits", "50000000").get(Settings.CREDITS)).isEqualTo(50_000_000);
    assertThat(Settings.defaults().get(Settings.CREDITS)).isEqualTo(Settings.AUTO);
    assertThat(with("argus.cache.enabled", "FALSE").get(Settings.CACHE_ENABLED)).isFalse();
    assertThat(with("argus.tenant.shares", "a=2, b=0.5,").get(Settings.TENANT_SHARES))
        .isEqualTo(Map.of(TenantId.of("a"), 2.0, TenantId.of("b"), 0.5));
    assertThat(with("argus.priority.users", "etl, hive_1,,").get(Settings.PRIORITY_USERS))
        .containsExactly("etl", "hive_1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "argus.mode | on | argus.mode is 'on': must be one of enforce, observe, off; the",
        "argus.alpha | 1.5 | argus.alpha is '1.5': must be a number from 0.0 to 1.0; the",
        "argus.io.wait.limit | 0 | must be a whole number from 1 to 3600000 (milliseconds); the",
        "argus.credits | 0 | must be bytes per 2 seconds, or auto (must be above 0); the",
        "argus.tenant.shares | a=0 | (weight 0.0 is not from 0.001 to 1000)",
        "argus.tenant.shares | a=1,a=2 | (tenant a is named twice)",
        "argus.tenant.shares | a | ('a' has no '=')",
        "argus.tenant.caps | a:ops=0 | (ops 0 is not from 0.01 to 1000000000)",
        "argus.tenant.caps | a:bytes=NaN | (bytes NaN is not from 1 to 1000000000000000)",
        "argus.tenant.caps | a:ops=5,a:burst=1e9 | (burst 1000000000 is not from 1 to 86400)",
        "argus.tenant.caps | a:burst=5 | (tenant a has a burst without a cap)",
        "argus.tenant.caps | a:ops=5,a:ops=6 | ('ops' of tenant a is named twice)",
        "argus.tenant.caps | a:rows=5 | ('rows' is no limit: must be ops, bytes or burst)",
        "argus.tenant.caps | a=5 | ('a=5' is no tenant:limit=number)",
        "argus.tenant.rules | orders=acme | where there are no namespaces, write default:table",
        "argus.scheduler.enabled | yes | must be true or false; the",
      })
  void saysWhatWouldBeRight(String key, String text, String expected) {
    assertThat(with(key, text).problems()).singleElement().asString().contains(expected);
  }

  @Test
  void severalProblemsAreAllReported() {
    Settings settings = Settings.read(key -> "?");
    assertThat(settings.problems()).hasSameSizeAs(Settings.all());
  }
}
