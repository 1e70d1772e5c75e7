package io.argus.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
            CLASSES
                .ruleOf(TenantId.of(tenant), user, () -> of, kind)
                .map(RequestClasses.Rule::requestClass)
                .orElse(""))
        .isEqualTo(requestClass);
  }

  @Test
  void groupsAreAskedForOnlyIfARuleDependsOnThem() {
    assertThat(
            CLASSES.ruleOf(
                SHOP,
                "ann",
                () -> {
                  throw new AssertionError("asked");
                },
                "get"))
        .isEmpty();
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
        "shop user:etl_*=batch | shop:batch=1,shop:default=9,shop kind:scan=reports,other kind:write=w",
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
        RequestClasses.parse("shop kind:scan=a,shop user:x kind:scan=b,shop user:x=c,t user:x=d");
    assertThat(classes.hiding(classes.rules().get(1))).contains(classes.rules().get(0));
    assertThat(classes.hiding(classes.rules().get(2))).isEmpty();
    assertThat(classes.hiding(classes.rules().get(3))).isEmpty();
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
        "shop:a b=1 | a condition is user:name, group:name or kind:name",
        "shop:=1 | class name '' is not legal",
        "shop user:etl=x/y | class name 'x/y' is not legal",
        "s/h:batch=1 | tenant name 's/h' is not legal",
        "shop user:=batch | is no name of a user",
        "shop user:a*b=batch | is no name of a user",
        "shop kind:delete=batch | 'delete' is no kind of request: get, multi, scan, write, other",
        "shop table:t=batch | a condition is",
        "shop user:a user:b=batch | user is given twice",
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
