package io.argus.regionserver.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.CallerRules;
import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.cache.BlockFiles;
import io.argus.regionserver.cache.FileTenants;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.cache.RecentFiles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TableTenantsTest {
  private final Map<String, String> attributes = new HashMap<>();
  private int described;
  private Executor lookups = Runnable::run;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean knowsUsers = true;
  private final ComponentRegistry components = new ComponentRegistry(status -> {});
  private final TableTenants<String> tenants =
      new TableTenants<>(
          new TableDirectory<>() {
            @Override
            public TableDescription describe(String table) {
              described++;
              return attributes.containsKey(table)
                  ? TableDescription.of("default", table, attributes.get(table))
                  : TableDescription.ofUnknown("default", table);
            }

            @Override
            public boolean knowsUsers() {
              return knowsUsers;
            }

            @Override
            public TenantMapping.Fallback fallback() {
              return TenantMapping.Fallback.TABLE;
            }
          },
          TenantRules.parse("default:sales*=acme"),
          components,
          work -> lookups.execute(work));

  /** A key is a file name; a block is the name of its table. */
  private final RecentFiles<String> opened = new RecentFiles<>();

  private final FileTenants<String, String, String> files =
      new FileTenants<>(
          new BlockFiles<>() {
            @Override
            public long bytes(String block) {
              return block.length();
            }

            @Override
            public String file(String key) {
              return key;
            }

            @Override
            public @Nullable String table(String key, @Nullable String block) {
              return block;
            }
          },
          tenants,
          opened);

  private ComponentStatus component() {
    return components.statuses().get(0);
  }

  @Test
  void tableRuleAndAttributeTellTheTenant() {
    attributes.put("orders", null);
    attributes.put("bills", "acme");
    assertThat(tenants.tenantOf("orders")).contains(TenantId.of("orders"));
    assertThat(tenants.tenantOf("bills")).contains(TenantId.of("acme"));
    assertThat(tenants.tenantOf("sales_2026")).contains(TenantId.of("acme"));
    assertThat(tenants.tenantOf(".META.")).isEmpty();
    assertThat(tenants.tenantOf("-ROOT-")).isEmpty();
  }

  @Test
  void aChangedAttributeIsSeenAfterARefresh() {
    attributes.put("orders", null);
    tenants.tenantOf("orders");
    attributes.put("orders", "acme");
    assertThat(tenants.tenantOf("orders")).contains(TenantId.of("orders"));
    tenants.refresh();
    assertThat(tenants.tenantOf("orders")).contains(TenantId.of("acme"));
  }

  @Test
  void anIllegalAttributeCountsAsAbsentAndIsShownUntilItIsFixed() {
    attributes.put("orders", "two words");
    assertThat(tenants.tenantOf("orders")).contains(TenantId.of("orders"));
    tenants.refresh();
    tenants.refresh();
    assertThat(component().isActive()).isFalse();
    assertThat(component().reason()).contains("orders", "ARGUS_TENANT is 'two words'", "not legal");
    attributes.put("orders", "acme");
    tenants.refresh();
    assertThat(component().isActive()).isTrue();
  }

  @Test
  void theTenantOfAFileIsKnownFromItsBlocksAndOutlivesARefresh() {
    attributes.put("orders", null);
    assertThat(files.ownerOf("f1", null, null)).isNull();
    assertThat(files.ownerOf("f1", "orders", null)).isEqualTo(TenantId.of("orders"));
    tenants.refresh();
    assertThat(files.ownerOf("f1", null, null)).isEqualTo(TenantId.of("orders"));
    attributes.put("orders", "acme");
    tenants.refresh();
    assertThat(files.ownerOf("f1", null, null)).isEqualTo(TenantId.of("acme"));
    assertThat(files.ownerOf("f2", ".META.", null)).isEqualTo(PartitionedCache.SYSTEM);
  }

  @Test
  void blocksOfACloneBelongToTheTenantThatReadsThem() {
    attributes.put("source", "acme");
    TenantId cloner = TenantId.of("cloner");
    assertThat(files.ownerOf("file", "source", TenantId.of("acme"))).isEqualTo(TenantId.of("acme"));
    assertThat(files.ownerOf("file", "source", cloner)).isEqualTo(cloner);
    assertThat(files.ownerOf("file", null, null))
        .as("a block that HBase moves in a thread of its own")
        .isEqualTo(cloner);
    assertThat(files.ownerOf("file", null, TenantId.of("acme"))).isEqualTo(TenantId.of("acme"));
    assertThat(files.ownerOf("other", "source", null)).isEqualTo(TenantId.of("acme"));
  }

  @Test
  void aBlockOfASystemTableBelongsToNoTenantWhoeverReadsIt() {
    assertThat(files.ownerOf("file", ".META.", TenantId.of("acme")))
        .isEqualTo(PartitionedCache.SYSTEM);
    assertThat(files.ownerOf("unknown", null, TenantId.of("acme"))).isEqualTo(TenantId.of("acme"));
    assertThat(files.ownerOf("unknown", null, null))
        .as("read last by")
        .isEqualTo(TenantId.of("acme"));
  }

  @Test
  void aTableWithoutARegionHereIsLookedUpOnceUntilTheRefresh() {
    for (int miss = 0; miss < 10; miss++) {
      assertThat(files.ownerOf("file" + miss, "elsewhere", null))
          .isEqualTo(TenantId.of("elsewhere"));
    }
    assertThat(described).isEqualTo(1);
    attributes.put("elsewhere", "acme");
    assertThat(tenants.tenantOf("elsewhere")).as("a request for it").contains(TenantId.of("acme"));
    assertThat(files.ownerOf("file", "elsewhere", null)).isEqualTo(TenantId.of("acme"));
  }

  private List<String> groups = List.of("staff");
  private int groupsAsked;
  private int attributesAsked;
  private final Map<String, String> named = new HashMap<>();
  private final List<String> ignored = new ArrayList<>();

  private final TableTenants.Users<String> users =
      new TableTenants.Users<>() {
        @Override
        public String host(String user) {
          return "";
        }

        @Override
        public String name(String user) {
          return user;
        }

        @Override
        public Supplier<List<String>> groups(String user) {
          return () -> {
            groupsAsked++;
            if (user.equals("eve")) {
              throw new IllegalStateException("no answer");
            }
            return groups;
          };
        }

        @Override
        public byte[] attribute(String user, String name) {
          attributesAsked++;
          String value = named.get(name);
          return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void attributeIgnored(TenantId tenant) {
          ignored.add(tenant.name());
        }
      };

  private Optional<TenantId> caller(String table, @Nullable String user) {
    return tenants.tenantOf(table, user, users);
  }

  @Test
  void aRequestCountsForItsCallerElseForTheOwnerOfTheTable() {
    attributes.put("orders", null);
    assertThat(caller("orders", "etl")).contains(TenantId.of("orders"));
    tenants.callersAre(CallerRules.parse("user:etl=batch,group:staff table:default:o*=reports"));
    assertThat(caller("orders", "etl")).contains(TenantId.of("batch"));
    assertThat(caller("orders", "ann")).contains(TenantId.of("reports"));
    assertThat(caller("people", "ann")).contains(TenantId.of("people"));
    assertThat(caller("orders", null)).contains(TenantId.of("orders"));
    assertThat(caller(".META.", "etl")).as("a system table").isEmpty();
    assertThat(tenants.tenantOf("orders")).as("owner").contains(TenantId.of("orders"));
    tenants.callersAre(CallerRules.NONE);
    assertThat(caller("orders", "etl")).contains(TenantId.of("orders"));
  }

  @Test
  void theAnswerForAUserAndATableIsRememberedUntilRefresh() {
    attributes.put("orders", null);
    tenants.callersAre(CallerRules.parse("group:staff=reports"));
    Optional<TenantId> first = caller("orders", "ann");
    assertThat(caller("orders", "ann")).isSameAs(first);
    assertThat(groupsAsked).isEqualTo(1);
    tenants.refresh();
    assertThat(caller("orders", "ann")).isEqualTo(first);
    assertThat(groupsAsked).isEqualTo(2);
  }

  @Test
  void moreUsersThanAreRememberedAreStillRight() {
    attributes.put("orders", null);
    tenants.callersAre(CallerRules.parse("user:u1*=batch"));
    for (int i = 0; i < 20_000; i++) {
      assertThat(caller("orders", "u" + i))
          .contains(TenantId.of(("u" + i).startsWith("u1") ? "batch" : "orders"));
    }
  }

  @Test
  void groupsThatCannotBeReadMatchNoRuleAndAreAFault() {
    attributes.put("orders", null);
    tenants.callersAre(CallerRules.parse("group:staff=reports"));
    assertThat(caller("orders", "eve")).contains(TenantId.of("orders"));
    assertThat(component().reason()).contains("1 fault", "no answer");
  }

  @Test
  void rulesThatHaveMatchedNobodyAreNamed() {
    attributes.put("orders", null);
    tenants.callersAre(CallerRules.parse("user:etl=batch,user:bob=bobs"));
    caller("orders", "etl");
    assertThat(tenants.idleRules()).containsExactly("user:bob=bobs");
    tenants.refresh();
    assertThat(tenants.idleRules()).containsExactly("user:bob=bobs");
  }

  private String requestClass(String tenant, RequestKind kind, @Nullable String user) {
    return tenants.classOf(TenantId.of(tenant), kind, user, users, null);
  }

  @Test
  void theClassOfARequestFollowsItsUserAndItsKind() {
    tenants.classesAre(
        RequestClasses.parse("shop user:etl=batch,shop kind:scan group:staff=reports,x:y=1"));
    assertThat(requestClass("shop", RequestKind.GET, "etl")).isEqualTo("batch");
    assertThat(requestClass("shop", RequestKind.GET, "ann")).isEqualTo("default");
    assertThat(requestClass("shop", RequestKind.SCAN, "ann")).isEqualTo("reports");
    assertThat(requestClass("shop", RequestKind.SCAN, null)).isEqualTo("default");
    assertThat(requestClass("x", RequestKind.SCAN, "etl")).isEqualTo("default");
    assertThat(groupsAsked).as("for the kind that a rule depends on, once").isEqualTo(1);
    assertThat(requestClass("shop", RequestKind.SCAN, "ann")).isEqualTo("reports");
    assertThat(groupsAsked).isEqualTo(1);
    tenants.refresh();
    assertThat(requestClass("shop", RequestKind.SCAN, "ann")).isEqualTo("reports");
    assertThat(groupsAsked).isEqualTo(2);
    tenants.classesAre(RequestClasses.NONE);
    assertThat(requestClass("shop", RequestKind.GET, "etl")).isEqualTo("default");
  }

  @Test
  void anAttributePutsEachRequestIntoItsClass() {
    tenants.classesAre(
        RequestClasses.parse("shop user:etl attribute:app:night_*=batch,shop kind:get=gets"));
    assertThat(requestClass("shop", RequestKind.SCAN, "etl")).isEqualTo("default");
    named.put("app", "night_7");
    assertThat(requestClass("shop", RequestKind.SCAN, "etl")).isEqualTo("batch");
    assertThat(requestClass("shop", RequestKind.GET, "etl")).isEqualTo("batch");
    assertThat(requestClass("shop", RequestKind.GET, "ann")).as("other user").isEqualTo("gets");
    named.put("app", "x".repeat(10_000));
    assertThat(requestClass("shop", RequestKind.GET, "etl")).isEqualTo("gets");
    assertThat(tenants.idleRules()).isEmpty();
  }

  private TableTenants.@Nullable Alike alike(RequestKind kind, String table, String user) {
    return tenants.alike(TenantId.of("shop"), kind, table, user, users);
  }

  private String classOf(RequestKind kind, String table, String user) {
    return tenants.classOf(TenantId.of("shop"), kind, user, users, alike(kind, table, user));
  }

  private void run(int requests, RequestKind kind, String table, String user, double cpuMillis) {
    for (int i = 0; i < requests; i++) {
      alike(kind, table, user).needed((long) (3 * cpuMillis * 1e6), (long) (cpuMillis * 1e6), 0);
    }
  }

  private void read(int requests, long blockBytes) {
    for (int i = 0; i < requests; i++) {
      alike(RequestKind.SCAN, "t", "ann").needed(1, 1, blockBytes);
    }
  }

  @Test
  void expensiveRequestsAreInTheirClassUntilTheyNeedLessThanHalf() {
    tenants.classesAre(RequestClasses.parse("shop kind:scan cpu-ms:10=batch"));
    assertThat(tenants.learnsCosts(TenantId.of("shop"))).isTrue();
    assertThat(tenants.learnsCosts(TenantId.of("other"))).isFalse();
    assertThat(tenants.alike(TenantId.of("other"), RequestKind.SCAN, "t", "ann", users)).isNull();
    run(7, RequestKind.SCAN, "t", "ann", 30);
    assertThat(classOf(RequestKind.SCAN, "t", "ann")).as("too few").isEqualTo("default");
    run(1, RequestKind.SCAN, "t", "ann", 30);
    assertThat(classOf(RequestKind.SCAN, "t", "ann")).isEqualTo("batch");
    assertThat(classOf(RequestKind.SCAN, "other", "ann")).isEqualTo("default");
    assertThat(classOf(RequestKind.SCAN, "t", "bob")).isEqualTo("default");
    run(100, RequestKind.GET, "t", "ann", 30);
    assertThat(classOf(RequestKind.GET, "t", "ann")).as("a kind without rule").isEqualTo("default");

    tenants.refresh();
    run(200, RequestKind.SCAN, "t", "ann", 6);
    assertThat(classOf(RequestKind.SCAN, "t", "ann")).as("hysteresis").isEqualTo("batch");
    run(200, RequestKind.SCAN, "t", "ann", 4);
    assertThat(classOf(RequestKind.SCAN, "t", "ann")).isEqualTo("default");
    run(200, RequestKind.SCAN, "t", "ann", 9);
    assertThat(classOf(RequestKind.SCAN, "t", "ann")).as("hysteresis").isEqualTo("default");
  }

  @Test
  void handlerTimeIsALimitOfItsOwn() {
    tenants.classesAre(
        RequestClasses.parse("shop handler-ms:20=late,shop cpu-ms:100=never,shop user:bob=bobs"));
    run(20, RequestKind.GET, "t", "ann", 10);
    run(20, RequestKind.GET, "t", "bob", 5);
    assertThat(classOf(RequestKind.GET, "t", "ann")).isEqualTo("late");
    assertThat(classOf(RequestKind.GET, "t", "bob")).isEqualTo("bobs");
    assertThat(tenants.idleRules()).containsExactly("shop cpu-ms:100=never");
  }

  @Test
  void blockBytesAreALimitOfTheirOwnWithTheSameHysteresis() {
    tenants.classesAre(RequestClasses.parse("shop cpu-ms:10=batch"));
    assertThat(alike(RequestKind.SCAN, "t", "ann").countBlocks()).isFalse();
    tenants.classesAre(
        RequestClasses.parse("shop cpu-ms:10=batch,shop kind:scan block-bytes:1000=wide"));
    assertThat(alike(RequestKind.SCAN, "t", "ann").countBlocks()).isTrue();
    read(7, 3_000);
    assertThat(classOf(RequestKind.SCAN, "t", "ann")).as("too few").isEqualTo("default");
    read(1, 3_000);
    assertThat(classOf(RequestKind.SCAN, "t", "ann")).isEqualTo("wide");
    assertThat(classOf(RequestKind.SCAN, "t", "bob")).isEqualTo("default");
    read(200, 600);
    assertThat(classOf(RequestKind.SCAN, "t", "ann")).as("hysteresis").isEqualTo("wide");
    read(200, 400);
    assertThat(classOf(RequestKind.SCAN, "t", "ann")).isEqualTo("default");
    read(200, 1_000);
    assertThat(classOf(RequestKind.SCAN, "t", "ann")).as("not above it").isEqualTo("default");
  }

  @Test
  void costsAreLearnedOfABoundedNumberOfUsersAndTables() {
    tenants.classesAre(RequestClasses.parse("shop cpu-ms:10=batch"));
    for (int i = 0; i < 1_000; i++) {
      run(20, RequestKind.GET, "t" + i, "ann", 30);
    }
    assertThat(alike(RequestKind.GET, "t", "bob")).isNull();
    assertThat(classOf(RequestKind.GET, "t", "bob")).isEqualTo("default");
    assertThat(classOf(RequestKind.GET, "t7", "ann")).isEqualTo("batch");
    tenants.refresh();
    run(1, RequestKind.GET, "t7", "ann", 30);
    tenants.refresh();
    run(20, RequestKind.GET, "t", "bob", 30);
    assertThat(classOf(RequestKind.GET, "t", "bob")).as("others are gone").isEqualTo("batch");
    assertThat(classOf(RequestKind.GET, "t7", "ann")).as("used lately").isEqualTo("batch");
    assertThat(classOf(RequestKind.GET, "t8", "ann")).as("forgotten").isEqualTo("default");
  }

  @Test
  void onAPlatformWithoutUsersOnlyKindsMatch() {
    tenants.classesAre(RequestClasses.parse("shop user:*=batch,shop kind:scan=scans"));
    TableTenants.Users<String> unknown = TableTenants.Users.unknown();
    TenantId shop = TenantId.of("shop");
    assertThat(tenants.classOf(shop, RequestKind.GET, "call", unknown, null)).isEqualTo("default");
    assertThat(tenants.classOf(shop, RequestKind.SCAN, "call", unknown, null)).isEqualTo("scans");
    assertThat(tenants.idleRules()).containsExactly("shop user:*=batch");
  }

  @Test
  void rulesOnUsersWhomThePlatformDoesNotKnowAreShownUntilTheyAreGone() {
    knowsUsers = false;
    tenants.callersAre(CallerRules.parse("user:etl=batch"));
    tenants.classesAre(RequestClasses.parse("shop group:staff=batch,shop kind:scan=scans"));
    tenants.limitsAre(RunawayRules.parse("shop rows:5=stop"));
    tenants.refresh();
    assertThat(component().isActive()).isFalse();
    assertThat(component().reason())
        .contains("carry no user, which a rule needs: shop rows:5=stop")
        .contains("carry no user, which a rule needs: user:etl=batch", "shop group:staff=batch")
        .doesNotContain("kind:scan");
    tenants.callersAre(CallerRules.NONE);
    tenants.classesAre(RequestClasses.parse("shop kind:scan=scans"));
    tenants.limitsAre(RunawayRules.NONE);
    tenants.refresh();
    assertThat(component().isActive()).isTrue();
  }

  @Test
  void rulesMayNameEveryKindOfRequest() {
    for (RequestKind kind : RequestKind.values()) {
      String name = kind.name().toLowerCase(Locale.ROOT);
      tenants.classesAre(RequestClasses.parse("shop kind:" + name + "=c"));
      assertThat(requestClass("shop", kind, "ann")).isEqualTo("c");
    }
    assertThat(RequestClasses.KINDS).hasSameSizeAs(RequestKind.values());
  }

  @Test
  void whileGroupsAreBeingFoundOutARequestCountsForTheOwner() {
    attributes.put("orders", null);
    lookups = work -> waiting.add(work);
    tenants.callersAre(CallerRules.parse("user:etl=batch,group:staff=reports"));
    assertThat(caller("orders", "ann")).contains(TenantId.of("orders"));
    assertThat(caller("orders", "ann")).contains(TenantId.of("orders"));
    assertThat(caller("orders", "etl")).as("needs no group").contains(TenantId.of("batch"));
    assertThat(waiting).as("one lookup for each user").hasSize(1);
    waiting.remove().run();
    assertThat(caller("orders", "ann")).contains(TenantId.of("reports"));

    groups = List.of("guests");
    tenants.refresh();
    assertThat(caller("orders", "ann")).as("last known").contains(TenantId.of("reports"));
    tenants.refresh();
    tenants.refresh();
    caller("orders", "ann");
    assertThat(waiting).as("while the service does not answer").hasSize(1);
    waiting.remove().run();
    tenants.refresh();
    assertThat(caller("orders", "ann")).contains(TenantId.of("orders"));
  }

  @Test
  void ofMoreUsersThanAreKeptTheGroupsAreNotKnown() {
    attributes.put("orders", null);
    tenants.callersAre(CallerRules.parse("group:staff=reports"));
    for (int i = 0; i < 10_000; i++) {
      assertThat(caller("orders", "u" + i)).contains(TenantId.of("reports"));
    }
    assertThat(caller("orders", "one more")).contains(TenantId.of("orders"));
    tenants.refresh();
    tenants.refresh();
    assertThat(caller("orders", "one more")).as("others are gone").contains(TenantId.of("reports"));
  }

  @Test
  void anAttributeNamesTheTenantOnlyWhereARuleAllowsIt() {
    attributes.put("orders", null);
    named.put("app", "shop");
    tenants.callersAre(CallerRules.parse("user:etl=batch"));
    assertThat(caller("orders", "ann")).contains(TenantId.of("orders"));
    assertThat(attributesAsked).as("without a rule on them").isZero();

    tenants.callersAre(CallerRules.parse("user:gateway attribute:app=shop|web_*,user:etl=x"));
    assertThat(caller("orders", "gateway")).contains(TenantId.of("shop"));
    assertThat(ignored).isEmpty();
    assertThat(caller("orders", "ann")).contains(TenantId.of("orders"));
    assertThat(caller("orders", "etl")).contains(TenantId.of("x"));
    named.put("app", "web_1");
    assertThat(caller("orders", "gateway")).contains(TenantId.of("web_1"));
    for (String other : List.of("admin", "", "-", "x".repeat(10_000))) {
      named.put("app", other);
      assertThat(caller("orders", "gateway")).contains(TenantId.of("orders"));
    }
    assertThat(ignored).containsExactly("orders", "x", "orders", "orders", "orders", "orders");
    named.clear();
    assertThat(caller("orders", "gateway")).contains(TenantId.of("orders"));
    assertThat(ignored).as("without the attribute").hasSize(6);
  }

  @Test
  void anAttributeMakesNoTenantsWithoutEnd() {
    attributes.put("orders", null);
    tenants.callersAre(CallerRules.parse("user:gateway attribute:app=*"));
    for (int i = 0; i < 2_000; i++) {
      named.put("app", "t" + i);
      assertThat(caller("orders", "gateway")).contains(TenantId.of(i < 1_000 ? "t" + i : "orders"));
    }
    assertThat(ignored).hasSize(1_000).containsOnly("orders");
  }

  @Test
  void aPlatformWithoutAttributesIsSaidToHaveNoneOnlyIfARuleNeedsThem() {
    tenants.attributesLack("this HBase lacks RpcCall.getRequestAttribute");
    assertThat(statuses()).noneMatch(text -> text.contains("lacks"));
    tenants.callersAre(CallerRules.parse("user:gateway attribute:app=*"));
    assertThat(statuses())
        .contains(
            "attributes FAILED: rules on attributes of requests have no effect: this HBase lacks"
                + " RpcCall.getRequestAttribute");
    tenants.callersAre(CallerRules.NONE);
    assertThat(statuses()).noneMatch(text -> text.contains("lacks"));
    tenants.classesAre(RequestClasses.parse("shop attribute:app:x=batch"));
    assertThat(statuses()).anyMatch(text -> text.contains("lacks"));
    tenants.classesAre(RequestClasses.NONE);
    assertThat(statuses()).noneMatch(text -> text.contains("lacks"));
  }

  private List<String> statuses() {
    return components.statuses().stream().map(ComponentStatus::toString).toList();
  }

  @Test
  void blocksStayThoseOfTheTableWhoeverReadsThem() {
    attributes.put("orders", null);
    tenants.callersAre(CallerRules.parse("user:etl=batch"));
    opened.put("file", "orders");
    assertThat(files.ownerOf("file", null, TenantId.of("batch"))).isEqualTo(TenantId.of("orders"));
    assertThat(files.ownerOf("file", null, TenantId.of("orders"))).isEqualTo(TenantId.of("orders"));
  }
}
