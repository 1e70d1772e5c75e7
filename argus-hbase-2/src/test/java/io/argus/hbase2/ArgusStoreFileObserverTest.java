package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.TenantBlockCache;
import io.argus.regionserver.cache.BlockFiles;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.tenants.TableDirectory;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.ObserverContextImpl;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.regionserver.Region;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whose the blocks of a file are once a region has opened it, though no key names its table. */
class ArgusStoreFileObserverTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";
  private static final String PARENT = "fedcba9876543210fedcba9876543210";

  /** Tables are not known here, as none has a region on the server yet. */
  private static final class NoRegions implements TableDirectory<TableName> {
    @Override
    public TableDescription describe(TableName table) {
      return TableDescription.ofUnknown(table.getNamespaceAsString(), table.getQualifierAsString());
    }

    @Override
    public TenantMapping.Fallback fallback() {
      return TenantMapping.Fallback.NAMESPACE;
    }
  }

  /** A key is the name of its file, and names no table. */
  private static final class Names implements BlockFiles<String, String, TableName> {
    @Override
    public long bytes(String block) {
      return block.length();
    }

    @Override
    public String file(String key) {
      return key;
    }

    @Override
    public @Nullable TableName table(String key, @Nullable String block) {
      return null;
    }
  }

  private final RegionServerNode<TableName, Runnable> node =
      new RegionServerNode<>(Settings.defaults(), 1, new NoRegions(), () -> 0, null);

  private final TenantBlockCache<String, String> cache =
      node.blocks()
          .createCache(
              1 << 20, Broken.implementation(BlockReferences.class, Map.of()), new Names());

  private final ArgusStoreFileObserver observer =
      Broken.set(new ArgusStoreFileObserver(), ArgusStoreFileObserver.class, "node", node);

  private void open(String file, TableDescriptor table) {
    Region region = Broken.implementation(Region.class, Map.of("getTableDescriptor", table));
    ObserverContextImpl<RegionCoprocessorEnvironment> context = new ObserverContextImpl<>(null);
    context.prepare(
        Broken.implementation(RegionCoprocessorEnvironment.class, Map.of("getRegion", region)));
    ObserverContext<RegionCoprocessorEnvironment> given = context;
    assertThat(
            observer.preStoreFileReaderOpen(
                given, null, new Path("/hbase/x/" + file), null, 1, null, null, null))
        .isNull();
  }

  private static TableDescriptorBuilder table(String namespace) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(namespace, "t"));
  }

  private @Nullable TenantId owner(String file) {
    return cache.ownerOfFile(file, null);
  }

  @Test
  void aFileBelongsToTheTableOfTheRegion() {
    open(FILE, table("shop").build());
    assertThat(owner(FILE)).isEqualTo(TenantId.of("shop"));
  }

  @Test
  void theTableSaysWhoseItIsBeforeItHasARegionHere() {
    open(FILE, table("shop").setValue(TenantMapping.TABLE_ATTRIBUTE, "acme").build());
    assertThat(owner(FILE)).isEqualTo(TenantId.of("acme"));
  }

  @Test
  void aHalfOfASplitRegionSharesTheBlocksOfTheWholeFile() {
    open(FILE + "." + PARENT, table("shop").build());
    assertThat(owner(FILE + "." + PARENT)).isEqualTo(TenantId.of("shop"));
    assertThat(owner(FILE)).isEqualTo(TenantId.of("shop"));
  }

  @Test
  void aLinkSharesTheBlocksOfTheFileOfItsSource() {
    TableName source = TableName.valueOf("source", "t");
    String link = HFileLink.createHFileLinkName(RegionInfoBuilder.newBuilder(source).build(), FILE);
    open(link, table("clone").build());
    assertThat(owner(link)).isEqualTo(TenantId.of("clone"));
    assertThat(owner(FILE)).isEqualTo(TenantId.of("source"));
  }

  @Test
  void aSystemTablesFileIsNoTenants() {
    open(FILE, TableDescriptorBuilder.newBuilder(TableName.META_TABLE_NAME).build());
    assertThat(owner(FILE)).isEqualTo(TenantId.SYSTEM);
  }
}
