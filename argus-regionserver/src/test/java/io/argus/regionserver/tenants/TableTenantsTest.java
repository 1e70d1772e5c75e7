package io.argus.regionserver.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.ComponentStatus;
import io.argus.regionserver.cache.BlockFiles;
import io.argus.regionserver.cache.FileTenants;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.cache.RecentFiles;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TableTenantsTest {
  private final Map<String, String> attributes = new HashMap<>();
  private int described;
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
            public TenantMapping.Fallback fallback() {
              return TenantMapping.Fallback.TABLE;
            }
          },
          TenantRules.parse("default:sales*=acme"),
          components);

  /** A key is a file name; a block is the name of its table. */
  private final RecentFiles<String> opened = new RecentFiles<>();

  private final FileTenants<String, String, String> files =
      new FileTenants<>(
          new BlockFiles<>() {
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
}
