package io.argus.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallerRulesTest {
  private static final CallerRules RULES =
      CallerRules.parse(
          "user:etl_*=batch, group:analysts table:sales:*=reports, user:bob group:admins=ops,"
              + "table:hr:people user:bob=people");

  @ParameterizedTest
  @CsvSource({
    "etl_7, '', hr:people, batch",
    "etl_7, '', , batch",
    "etl, '', hr:people, ''",
    "ann, analysts, sales:orders, reports",
    "ann, staff analysts, sales:orders, reports",
    "ann, analysts, hr:people, ''",
    "ann, analysts, , ''",
    "ann, analysts2, sales:orders, ''",
    "bob, analysts admins, sales:orders, reports",
    "bob, admins, hr:people, ops",
    "bob, staff, hr:people, people",
    "bob, staff, hr:people2, ''"
  })
  void theFirstRuleThatMatchesNamesTheTenant(
      String user, String groups, String table, String tenant) {
    List<String> of = Arrays.asList(groups.split(" "));
    assertThat(tenantOf(RULES, user, of, Map.of(), table)).isEqualTo(tenant);
  }

  private static String tenantOf(
      CallerRules rules,
      String user,
      List<String> groups,
      Map<String, String> attributes,
      String table) {
    return rules
        .ruleOf(user, () -> groups, attributes, table)
        .map(rule -> rule.tenant(attributes).name())
        .orElse("");
  }

  @ParameterizedTest
  @CsvSource({
    "gateway_1, app, shop, a:b, shop",
    "gateway_1, app, web_7, a:b, web_7",
    "gateway_1, app, shop2, a:b, ''",
    "gateway_1, app, '', a:b, ''",
    "gateway_1, other, shop, a:b, ''",
    "etl, app, shop, a:b, batch",
    "ann, app, shop, a:b, ''",
    "ann, tag, anything, sales:orders, anything",
    "ann, tag, .illegal, sales:orders, ''",
    "ann, tag, system.tables, sales:orders, ''",
    "ann, tag, anything, a:b, ''"
  })
  void anAttributeNamesATenantWhereARuleAllowsIt(
      String user, String attribute, String value, String table, String tenant) {
    CallerRules rules =
        CallerRules.parse(
            "user:gateway_* attribute:app=shop|web_*,user:etl=batch,"
                + "user:ann table:sales:* attribute:tag=*");

    assertThat(tenantOf(rules, user, List.of(), Map.of(attribute, value), table)).isEqualTo(tenant);
    assertThat(rules.attributes()).containsExactly("app", "tag");
    assertThat(CallerRules.parse(rules.toString())).hasToString(rules.toString());
  }

  @Test
  void tenantsThatAttributesMayNameAreKnown() {
    CallerRules rules = CallerRules.parse("user:gateway attribute:app=shop|web_*,user:etl=batch");
    assertThat(rules.names(TenantId.of("shop"))).isTrue();
    assertThat(rules.names(TenantId.of("web_1"))).isTrue();
    assertThat(rules.names(TenantId.of("batch"))).isTrue();
    assertThat(rules.names(TenantId.of("shop2"))).isFalse();
    assertThat(rules.without("user:gateway attribute:app")).hasToString("user:etl=batch");
    assertThat(rules.with(CallerRules.parse("user:gateway attribute:app=*"), false))
        .hasToString("user:gateway attribute:app=*,user:etl=batch");
  }

  @Test
  void groupsAreAskedForOnlyIfARuleDependsOnThem() {
    assertThat(
            RULES.ruleOf(
                "etl_7",
                () -> {
                  throw new AssertionError("asked");
                },
                Map.of(),
                "hr:people"))
        .isPresent();
  }

  @Test
  void theTextOfRulesIsReadAgain() {
    assertThat(CallerRules.parse(RULES.toString()).toString())
        .isEqualTo(RULES.toString())
        .isEqualTo(
            "user:etl_*=batch,group:analysts table:sales:*=reports,user:bob group:admins=ops,"
                + "user:bob table:hr:people=people");
    assertThat(CallerRules.parse(" ")).isSameAs(CallerRules.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "etl=batch | a condition is user:name, group:name, table:namespace:table or attribute:name",
        "user:etl | a condition is user:name",
        "user:=batch | '' is no name of a user",
        "user:a*b=batch | 'a*b' is no name of a user",
        "user:**=batch | '**' is no name of a user",
        "user:a user:b=batch | user is given twice",
        "table:sales:*=batch | neither a user nor a group; argus.tenant.rules",
        "user:a table:orders=batch | 'orders' is no name of a table with its namespace",
        "user:a phase:x=batch | a condition is user:name",
        "user:a attribute:x*=batch | 'x*' is no name of an attribute",
        "attribute:x=batch | neither a user nor a group",
        "user:a attribute:x= | '' is no name of a tenant",
        "user:a attribute:x=a*b | 'a*b' is no name of a tenant",
        "user:etl=a b | tenant name 'a b' is not legal",
        "user:etl= | tenant name '' is not legal",
        "user:etl=batch,user:etl=other | 'user:etl' is given twice"
      })
  void aRuleThatCannotBeReadIsNamedWithWhy(String text, String complaint) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CallerRules.parse(text))
        .withMessageContaining(complaint);
  }

  @Test
  void longNamesAreRefusedShortened() {
    String name = "x".repeat(10_000);
    for (String rule : List.of("user:" + name + "=a", "group:" + name + "=a", "user:a=" + name)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> CallerRules.parse(rule))
          .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1_000));
    }
  }

  @Test
  void mergedRulesKeepTheirPlaces() {
    CallerRules rules = CallerRules.parse("user:a=x,user:b=y");
    CallerRules more = CallerRules.parse("user:c=z,user:a=w");
    assertThat(rules.with(more, false)).hasToString("user:a=w,user:b=y,user:c=z");
    assertThat(rules.with(more, true)).hasToString("user:c=z,user:a=w,user:b=y");
    assertThat(rules.without("user:a")).hasToString("user:b=y");
    assertThat(rules.without(" user:b=other")).hasToString("user:a=x");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rules.without("user:c"))
        .withMessage("no rule has the conditions 'user:c': rules are user:a=x,user:b=y");
  }

  @ParameterizedTest
  @CsvSource({
    "user:*=a, user:etl=b, true",
    "user:e*=a, user:etl_*=b, true",
    "user:etl_*=a, user:e*=b, false",
    "user:etl=a, user:etl table:s:t=b, true",
    "user:etl table:s:*=a, user:etl table:s:t=b, true",
    "user:etl table:s:t=a, user:etl=b, false",
    "group:g=a, user:etl=b, false",
    "group:g=a, user:etl group:g=b, true",
    "user:etl=a, user:etl attribute:x=b, true",
    "user:etl attribute:x=a, user:etl=b, false",
    "user:* attribute:x=*, user:etl attribute:x=b, true",
    "user:* attribute:x=a|b*, user:etl attribute:x=a|b1, true",
    "user:* attribute:x=a|b*, user:etl attribute:x=a|c, false",
    "user:* attribute:x=*, user:etl attribute:y=b, false"
  })
  void aRuleThatAnEarlierOneTakesAllOfIsSaidToMatchNobody(
      String first, String second, boolean hidden) {
    CallerRules rules = CallerRules.parse(first + "," + second);
    assertThat(rules.hiding(rules.all().get(1)).isPresent()).isEqualTo(hidden);
    assertThat(rules.hiding(rules.all().get(0))).isEmpty();
  }

  @Test
  void tenantsOfRulesAreKnown() {
    assertThat(RULES.names(TenantId.of("batch"))).isTrue();
    assertThat(RULES.names(TenantId.of("sales"))).isFalse();
    assertThat(CallerRules.NONE.names(TenantId.of("batch"))).isFalse();
  }
}
