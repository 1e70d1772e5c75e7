package io.argus.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestClassesTest {
  private static final TenantId SHOP = TenantId.of("shop");
  private static final RequestClasses CLASSES =
      RequestClasses.parse(
          "shop:default=9, shop:batch=1, shop user:etl_*=batch, shop kind:scan group:staff=reports,"
              + "shop kind:scan user:bob=batch, other kind:write=w");

  @ParameterizedTest
  @CsvSource({
    "shop, etl_7, '', get, batch",
    "shop, etl_7, staff, scan, batch",
    "shop, ann, staff, scan, reports",
    "shop, ann, staff, get, ''",
    "shop, bob, '', scan, batch",
    "shop, bob, '', other, ''",
    "shop, , staff, scan, ''",
    "other, , '', write, w",
    "other, etl_7, '', get, ''",
    "third, etl_7, '', get, ''",
  })
  void theFirstRuleThatMatchesNamesTheClass(
      String tenant, String user, String groups, String kind, String requestClass) {
    List<String> of = Arrays.asList(groups.split(" "));
    assertThat(
            CLASSES.rulesOf(TenantId.of(tenant), user, () -> of, kind).stream()
                .findFirst()
                .map(RequestClasses.Rule::requestClass)
                .orElse(""))
        .isEqualTo(requestClass);
  }

  @Test
  void groupsAreAskedForOnlyIfARuleDependsOnThem() {
    assertThat(
            CLASSES.rulesOf(
                SHOP,
                "ann",
                () -> {
                  throw new AssertionError("asked");
                },
                "get"))
        .isEmpty();
  }

  @Test
  void rulesOnAttributesAndCostsAreTriedForEachRequestUpToOneThatIsNot() {
    RequestClasses classes =
        RequestClasses.parse(
            "shop attribute:app:night_*=batch,shop kind:get cpu-ms:50=slow,shop kind:scan=scans,"
                + "shop handler-ms:9=late,shop kind:get block-bytes:0700=wide");
    List<RequestClasses.Rule> rules = classes.rules();
    assertThat(classes.rulesOf(SHOP, "ann", List::of, "get"))
        .containsExactly(rules.get(0), rules.get(1), rules.get(3), rules.get(4));
    assertThat(classes.rulesOf(SHOP, "ann", List::of, "scan"))
        .as("the third takes all scans")
        .containsExactly(rules.get(0), rules.get(2));
    assertThat(rules.get(1).cost()).isEqualTo(RunawayRules.Measure.CPU_MILLIS);
    assertThat(rules.get(1).costLimit()).isEqualTo(50);
    assertThat(rules.get(4).cost()).isEqualTo(RunawayRules.Measure.BYTES);
    assertThat(rules.get(4)).hasToString("shop kind:get block-bytes:700=wide");
    assertThat(RequestClasses.costs(List.of("block-bytes:701", "cpu-ms:3")))
        .containsEntry(RunawayRules.Measure.BYTES, 701L)
        .containsEntry(RunawayRules.Measure.CPU_MILLIS, 3L);
    assertThat(rules.get(0).attribute()).isEqualTo("app");
    assertThat(rules.get(0).isOnCaller()).isTrue();
    assertThat(rules.get(1).isOnCaller()).isFalse();
    assertThat(RequestClasses.parse(classes.toString())).hasToString(classes.toString());
    assertThat(classes.without("shop attribute:app:night_*").rules()).hasSize(4);
  }

  @Test
  void anAttributeIsComparedByItsBytes() {
    List<RequestClasses.Rule> rules =
        RequestClasses.parse("s attribute:a:caf\u00e9=x,s attribute:b:caf\u00e9*=y,s user:u=z")
            .rules();
    for (String value : List.of("caf\u00e9", "caf\u00e9s", "caf", "", "x".repeat(10_000))) {
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      assertThat(rules.get(0).allows(bytes)).as(value).isEqualTo(value.equals("caf\u00e9"));
      assertThat(rules.get(1).allows(bytes)).as(value).isEqualTo(value.startsWith("caf\u00e9"));
      assertThat(rules.get(2).allows(bytes)).as("on no attribute").isTrue();
    }
    assertThat(rules.get(0).allows(null)).isFalse();
  }

  @Test
  void aTenantWithoutRulesHasOneClass() {
    assertThat(CLASSES.divides(SHOP)).isTrue();
    assertThat(CLASSES.divides(TenantId.of("third"))).isFalse();
    assertThat(CLASSES.names(SHOP)).containsExactly("batch", "default", "reports");
    assertThat(CLASSES.weight(SHOP, "default")).isEqualTo(9);
    assertThat(CLASSES.weight(SHOP, "reports")).isEqualTo(1);
  }

  @Test
  void theTextIsReadAgain() {
    assertThat(CLASSES)
        .hasToString(
            "shop:batch=1,shop:default=9,shop user:etl_*=batch,shop group:staff kind:scan=reports,"
                + "shop user:bob kind:scan=batch,other kind:write=w");
    assertThat(RequestClasses.parse(CLASSES.toString())).hasToString(CLASSES.toString());
    assertThat(RequestClasses.parse(" , ")).isSameAs(RequestClasses.NONE);
  }

  @Test
  void entriesAreMergedOneByOne() {
    assertThat(
            CLASSES.with(
                RequestClasses.parse("shop:batch=2.5,shop user:etl_*=night,shop kind:get=fast")))
        .hasToString(
            "shop:batch=2.5,shop:default=9,shop user:etl_*=night,"
                + "shop group:staff kind:scan=reports,shop user:bob kind:scan=batch,"
                + "other kind:write=w,shop kind:get=fast");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "other | shop:batch=1,shop:default=9,shop user:etl_*=batch,shop kind:scan=reports",
        "shop | other kind:write=w",
        "shop:batch | shop:default=9,shop kind:scan=reports,other kind:write=w",
        "shop user:etl_* | shop:batch=1,shop:default=9,shop kind:scan=reports,other kind:write=w",
        "shop user:etl_*=batch | shop:batch=1,shop:default=9,shop kind:scan=reports,other"
            + " kind:write=w",
      })
  void aTenantAClassOrARuleIsRemoved(String what, String left) {
    assertThat(
            RequestClasses.parse(
                    "shop:batch=1,shop:default=9,shop user:etl_*=batch,shop kind:scan=reports,"
                        + "other kind:write=w")
                .without(what))
        .hasToString(left);
  }

  @Test
  void whatIsNotThereCannotBeRemoved() {
    for (String what : List.of("third", "shop:night", "shop user:ann")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> CLASSES.without(what))
          .withMessageContaining("there is no '" + what + "'")
          .withMessageContaining("shop:default=9");
    }
  }

  @Test
  void aRuleThatAnEarlierOneHidesIsFound() {
    RequestClasses classes =
        RequestClasses.parse(
            "shop kind:scan=a,shop user:x kind:scan=b,shop user:x=c,t user:x=d,shop cpu-ms:5=a,"
                + "shop cpu-ms:9 user:y=b,shop cpu-ms:4=c,shop attribute:a:b*=a,"
                + "shop attribute:a:bc=b,shop attribute:c:bc=c");
    assertThat(classes.hiding(classes.rules().get(1))).contains(classes.rules().get(0));
    assertThat(classes.hiding(classes.rules().get(2))).isEmpty();
    assertThat(classes.hiding(classes.rules().get(3))).isEmpty();
    assertThat(classes.hiding(classes.rules().get(5))).contains(classes.rules().get(4));
    assertThat(classes.hiding(classes.rules().get(6))).isEmpty();
    assertThat(classes.hiding(classes.rules().get(8))).contains(classes.rules().get(7));
    assertThat(classes.hiding(classes.rules().get(9))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shop=1 | it has no condition",
        "shop:batch | a weight is a number from 0.001 to 1000",
        "shop:batch=x | a weight is a number from 0.001 to 1000",
        "shop:batch=0 | a weight is a number from 0.001 to 1000",
        "shop:batch=NaN | a weight is a number from 0.001 to 1000",
        "shop:a b=1 | a condition is user:name, group:name, kind:name",
        "shop:=1 | class name '' is not legal",
        "shop user:etl=x/y | class name 'x/y' is not legal",
        "s/h:batch=1 | tenant name 's/h' is not legal",
        "shop user:=batch | is no name of a user",
        "shop user:a*b=batch | is no name of a user",
        "shop kind:delete=batch | 'delete' is no kind of request: get, multi, scan, write, other",
        "shop table:t=batch | a condition is",
        "shop user:a user:b=batch | user is given twice",
        "shop attribute:app=batch | is no name of an attribute",
        "shop attribute:a b:x=batch | is no name of an attribute",
        "shop attribute:app:=batch | is no value of an attribute",
        "shop attribute:app:a attribute:app:b=batch | attribute is given twice",
        "shop cpu-ms:0=batch | '0' is no whole number from 1 to",
        "shop cpu-ms:-1=batch | '-1' is no whole number from 1 to",
        "shop cpu-ms:1 cpu-ms:2=batch | cpu-ms is given twice",
        "shop cpu-ms:1 handler-ms:2=batch | it has two limits of costs: write two rules",
        "shop block-bytes:1 cpu-ms:2=batch | it has two limits of costs: write two rules",
        "shop block-bytes:1.5=batch | '1.5' is no whole number from 1 to",
        "shop rows:5=batch | a condition is user:name",
        "shop bytes:5=batch | handler-ms:N, cpu-ms:N or block-bytes:N",
        "shop user:a=x,shop user:a=y | 'shop user:a' is given twice",
        "shop:batch=1,shop:batch=2 | 'shop:batch' is given twice",
        "t user:a=a,t user:b=b,t user:c=c,t user:d=d,t user:e=e,t user:f=f,t user:g=g,t user:h=h"
            + " | tenant t has 9 classes: 8 at most",
      })
  void whatCannotBeReadIsRefusedWithTheReason(String text, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RequestClasses.parse(text))
        .withMessageContaining(why);
  }
}
