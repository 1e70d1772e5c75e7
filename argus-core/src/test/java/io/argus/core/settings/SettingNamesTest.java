package io.argus.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingNamesTest {
  @Test
  void keysThatNobodyReadsAreFoundAndOthersAreNot() {
    Map<String, String> configuration = new TreeMap<>();
    Settings.all().forEach(setting -> configuration.put(setting.key(), setting.defaultText()));
    configuration.put("argus.regionserver.replaced", "org.acme.Server");
    configuration.put("argus.cluster.disk.switch", "file");
    configuration.put("hbase.regionserver.handler.count", "30");
    assertThat(SettingNames.unknown(configuration.entrySet())).isEmpty();
    configuration.put("argus.tenant.rule", "x");
    configuration.put("argus.alhpa", "0.5");
    assertThat(SettingNames.unknown(configuration.entrySet()))
        .containsExactly("argus.alhpa", "argus.tenant.rule");
  }

  @ParameterizedTest
  @CsvSource({
    "argus.alhpa, argus.alpha",
    "argus.Alpha, argus.alpha",
    "argus.tenant.rule, argus.tenant.rules",
    "argus.io.concurency.limit, argus.io.concurrency.limit",
    "argus.planer.period, argus.planner.period",
    "argus.queue.lenght, argus.queue.length",
    "argus.something.else, ",
    "argus.x, "
  })
  void theNearestKeyIsSuggestedUnlessItIsAnotherWord(String misspelt, String meant) {
    assertThat(SettingNames.nearest(misspelt).orElse(null)).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource({
    "argus.alhpa, ; did you mean argus.alpha?",
    "argus.something.else, ''",
    "argus.promises, ; it is now argus.slos",
    "argus.running.per.processor, ; it is now argus.running.per.core"
  })
  void aHintNamesTheKeyThatWasMeant(String key, String hint) {
    assertThat(SettingNames.hint(key)).isEqualTo(hint);
  }

  @Test
  void theLogNamesTheSuccessorOfAKeyThatWasRenamed() {
    assertThat(SettingNames.noEffect("argus.promises"))
        .isEqualTo("argus.promises is no setting of Argus and has no effect; it is now argus.slos");
  }

  @Test
  void whatWasRenamedIsNoSettingAndItsSuccessorIs() {
    RenamedKeys.SUCCESSORS.forEach(
        (old, successor) -> {
          assertThat(Settings.LIST.find(old)).as(old).isEmpty();
          assertThat(Settings.LIST.find(successor)).as(successor).isPresent();
        });
  }
}
