package io.argus.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TenantMappingTest {
  private static TenantMapping mapping(String rules, TenantMapping.Fallback fallback) {
    return new TenantMapping(TenantRules.parse(rules), fallback);
  }

  private final TenantMapping byNamespace = mapping("", TenantMapping.Fallback.NAMESPACE);
  private final TenantMapping byTable = mapping("", TenantMapping.Fallback.TABLE);

  @Test
  void aNamespaceIsATenantUnlessMappedOtherwise() {
    assertThat(byNamespace.tenantOf(TableDescription.of("sales", "orders", null)))
        .contains(TenantId.of("sales"));
    assertThat(byNamespace.tenantOf(TableDescription.of("default", "orders", null)))
        .contains(TenantId.DEFAULT);
  }

  @Test
  void withoutNamespacesATableIsATenant() {
    assertThat(byTable.tenantOf(TableDescription.of("default", "orders", null)))
        .contains(TenantId.of("orders"));
  }

  @Test
  void theAttributeWinsOverRulesWhichWinOverTheDefault() {
    TenantMapping mapping = mapping("sales:*=acme", TenantMapping.Fallback.NAMESPACE);
    assertThat(mapping.tenantOf(TableDescription.of("sales", "orders", "bob")))
        .contains(TenantId.of("bob"));
    assertThat(mapping.tenantOf(TableDescription.of("sales", "orders", null)))
        .contains(TenantId.of("acme"));
    assertThat(mapping.tenantOf(TableDescription.of("hr", "people", null)))
        .contains(TenantId.of("hr"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "-x", "a b", "a/b", "a:b"})
  void anAttributeThatIsNoLegalNameCountsAsAbsent(String attribute) {
    assertThat(byNamespace.tenantOf(TableDescription.of("sales", "orders", attribute)))
        .contains(TenantId.of("sales"));
  }

  @Test
  void anAttributeMayHaveSpacesAround() {
    assertThat(byNamespace.tenantOf(TableDescription.of("sales", "orders", " bob ")))
        .contains(TenantId.of("bob"));
  }

  @Test
  void systemTablesBelongToNobodyWhateverTheirAttribute() {
    assertThat(byNamespace.tenantOf(TableDescription.of("hbase", "meta", "bob"))).isEmpty();
    for (String table : new String[] {"-ROOT-", ".META.", "_acl_"}) {
      assertThat(byTable.tenantOf(TableDescription.of("default", table, "bob"))).isEmpty();
    }
    assertThat(byNamespace.tenantOf(TableDescription.of("default", "_acl_", null)))
        .contains(TenantId.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({
    "SYSTEM, CATALOG, true",
    "default, SYSTEM.CATALOG, true",
    "default, SYSTEM, false",
    "default, SYSTEMS.T, false",
    "shop, SYSTEM.CATALOG, false"
  })
  void thePhoenixCatalogBelongsToNobodyWithAndWithoutNamespaces(
      String namespace, String table, boolean system) {
    TableDescription described = TableDescription.of(namespace, table, "bob");
    assertThat(byNamespace.tenantOf(described).isPresent()).isEqualTo(!system);
  }

  @Test
  void aTableWhoseNameIsNoTenantNameBelongsToTheDefault() {
    assertThat(byTable.tenantOf(TableDescription.of("default", "x".repeat(200), null)))
        .contains(TenantId.DEFAULT);
  }

  @Test
  void theFirstRuleThatMatchesWins() {
    TenantRules rules =
        TenantRules.parse(" default:web_old=legacy , default:web_*=shop,default:*=rest,");
    assertThat(rules.tenantOf("default:web_old")).contains(TenantId.of("legacy"));
    assertThat(rules.tenantOf("default:web_older")).contains(TenantId.of("shop"));
    assertThat(rules.tenantOf("default:x")).contains(TenantId.of("rest"));
    assertThat(rules.tenantOf("sales:x")).isEmpty();
    assertThat(TenantRules.parse("*=all").tenantOf("sales:x")).contains(TenantId.of("all"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders",
        "=acme",
        "sales:=",
        "sales:*x=acme",
        "sa*les:*=acme",
        "orders=acme",
        "a:b=c=d",
        "a:b=-x",
        "a:b=c, rubbish"
      })
  void refusesRulesThatCannotBeReadOrCouldNeverMatch(String rules) {
    assertThatIllegalArgumentException().isThrownBy(() -> TenantRules.parse(rules));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A-1", "_x", "9", "a.b-c_d"})
  void namesOfTenants(String name) {
    assertThat(TenantId.of(name).name()).isEqualTo(name);
    assertThat(TenantId.of(name)).isEqualTo(TenantId.of(name)).hasToString(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", ".a", "a b", "a/b", "a:b", "ä", "a\n", "system.tables"})
  void notNamesOfTenants(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TenantId.of(name))
        .withMessageContaining("is not legal");
  }

  @Test
  void namesHaveAtMost128Characters() {
    assertThat(TenantId.of("x".repeat(128)).name()).hasSize(128);
    assertThatIllegalArgumentException().isThrownBy(() -> TenantId.of("x".repeat(129)));
  }

  @Test
  void theOwnerOfATableComesWithTheReason() {
    TenantMapping mapping =
        new TenantMapping(
            TenantRules.parse("default:web_*=shop"), TenantMapping.Fallback.NAMESPACE);
    assertThat(owner(mapping, "default", "web_a", "acme"))
        .isEqualTo("web_a acme ATTRIBUTE ARGUS_TENANT=acme");
    assertThat(owner(mapping, "default", "web_a", "?"))
        .isEqualTo("web_a shop RULE default:web_*=shop");
    assertThat(owner(mapping, "sales", "a", null)).isEqualTo("sales:a sales NAMESPACE ");
    assertThat(owner(mapping, "default", "a", null)).isEqualTo("a default NOBODY ");
    assertThat(mapping.ownerOf(TableDescription.of("hbase", "meta", null))).isEmpty();
    TenantMapping tables = new TenantMapping(TenantRules.parse(""), TenantMapping.Fallback.TABLE);
    assertThat(owner(tables, "default", "a", null)).isEqualTo("a a TABLE ");
  }

  private static String owner(
      TenantMapping mapping, String namespace, String table, String attribute) {
    TableOwner owner =
        mapping.ownerOf(TableDescription.of(namespace, table, attribute)).orElseThrow();
    assertThat(owner.isComplete()).isTrue();
    assertThat(owner.reason()).isNotEmpty();
    return owner.table() + " " + owner.tenant() + " " + owner.by() + " " + owner.rule();
  }
}
