package io.argus.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunawayRulesTest {
  private static RunawayRules.Rule rule(String text) {
    return RunawayRules.parse(text).all().get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "shop rows:5=stop, shop, ann, get, true",
    "shop rows:5=stop, shops, ann, get, false",
    "* rows:5=stop, shop, , get, true",
    "* kind:scan rows:5=stop, shop, ann, scan, true",
    "* kind:scan rows:5=stop, shop, ann, get, false",
    "* user:etl_* rows:5=stop, shop, etl_7, scan, true",
    "* user:etl_* rows:5=stop, shop, ann, scan, false",
    "* user:* rows:5=stop, shop, , scan, false",
  })
  void matchesByTenantUserAndKind(
      String rule, String tenant, String user, String kind, boolean matches) {
    assertThat(rule(rule).matches(TenantId.of(tenant), user, kind)).isEqualTo(matches);
  }

  @Test
  void readsBackWhatItWrites() {
    String text =
        "shop user:etl_* kind:scan rows:100=cool-down,shop user:etl_* kind:scan rows:1000=stop,"
            + "* bytes:5=dry-run,* handler-ms:7=stop,other cpu-ms:1=cool-down";
    RunawayRules rules = RunawayRules.parse(text);
    assertThat(rules.toString()).isEqualTo(text);
    assertThat(rules.all().get(3).measure()).isEqualTo(RunawayRules.Measure.HANDLER_MILLIS);
    assertThat(rules.all().get(3).limit()).isEqualTo(7);
    assertThat(rules.all().get(3).tenant()).isEmpty();
    assertThat(rules.all().get(4).tenant()).contains(TenantId.of("other"));
    assertThat(RunawayRules.parse("  shop   rows:3 =  stop , ").toString())
        .isEqualTo("shop rows:3=stop");
    assertThat(RunawayRules.parse(" ,").isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shop",
        "shop=stop",
        "shop rows:5",
        "shop rows:5=kill",
        "shop rows:0=stop",
        "shop rows:-5=stop",
        "shop rows:1e9=stop",
        "shop rows:99999999999999999999=stop",
        "shop rows:5 bytes:5=stop",
        "shop rows:5 rows:6=stop",
        "shop kind:scan kind:get rows:5=stop",
        "shop kind:scans rows:5=stop",
        "shop user:a*b rows:5=stop",
        "shop user: rows:5=stop",
        "shop table:x rows:5=stop",
        "sh*p rows:5=stop",
        "sh* rows:5=stop",
        "rows:5=stop",
        "=stop",
        "☃ rows:5=stop",
        "shop kind:write rows:5=stop",
        "shop kind:multi rows:5=stop",
        "shop kind:other cpu-ms:5=stop",
        "shop rows:5=stop,shop rows:6=stop",
      })
  void saysWhatIsWrong(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunawayRules.parse(text))
        .withMessageMatching("(?s)(rule '|tenant name ').+");
  }

  @Test
  void aTextOfTenThousandCharactersIsNotRepeated() {
    String name = "x".repeat(10_000);
    for (String text :
        List.of(
            name,
            name + " rows:5=stop",
            "shop user:" + name + " rows:5=stop",
            "shop rows:" + name + "=stop",
            "shop rows:5=" + name)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RunawayRules.parse(text))
          .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1000));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunawayRules.NONE.without(name))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1000));
  }

  @Test
  void thereAreSixtyFourAtMost() {
    String all =
        IntStream.range(0, 64)
            .mapToObj(i -> "t" + i + " rows:1=stop")
            .collect(Collectors.joining(","));
    assertThat(RunawayRules.parse(all).all()).hasSize(64);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunawayRules.parse(all + ",more rows:1=stop"))
        .withMessage("there would be 65 rules: must be 64 at most");
  }

  @Test
  void aRuleThatDiffersInItsLimitOnlyIsReplaced() {
    RunawayRules rules = RunawayRules.parse("shop rows:5=cool-down,shop rows:9=stop");
    assertThat(rules.with(RunawayRules.parse("shop rows:7=stop,* rows:1=dry-run")))
        .hasToString("shop rows:5=cool-down,shop rows:7=stop,* rows:1=dry-run");
  }

  @Test
  void rulesGoOneByOneOrByTenant() {
    RunawayRules rules = RunawayRules.parse("shop rows:5=cool-down,shop rows:9=stop,* rows:1=stop");
    assertThat(rules.without("shop  rows:9=stop"))
        .hasToString("shop rows:5=cool-down,* rows:1=stop");
    assertThat(rules.without("shop")).hasToString("* rows:1=stop");
    assertThat(rules.without("*")).hasToString("shop rows:5=cool-down,shop rows:9=stop");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rules.without("shop rows:8=stop"))
        .withMessageStartingWith("there is no rule 'shop rows:8=stop': rules are shop rows:5");
  }

  @ParameterizedTest
  @CsvSource({
    "shop rows:9=cool-down, shop rows:5=stop, true",
    "shop rows:9=cool-down, * rows:9=stop, true",
    "shop kind:scan rows:9=stop, * rows:9=stop, true",
    "shop rows:9=cool-down, shop rows:10=stop, false",
    "shop rows:9=cool-down, shop kind:scan rows:5=stop, false",
    "shop rows:9=cool-down, shop bytes:5=stop, false",
    "shop rows:9=cool-down, shop rows:5=dry-run, false",
    "* rows:9=cool-down, shop rows:5=stop, false",
  })
  void oneThatStopsBeforeHidesARule(String rule, String other, boolean hidden) {
    RunawayRules rules = RunawayRules.parse(rule + "," + other);
    assertThat(rules.hiding(rules.all().get(0)).isPresent()).isEqualTo(hidden);
  }
}
