package io.argus.hbase094;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.UsageReport;
import io.argus.hbase094.cache.ArgusBlockCache;
import io.argus.hbase094.hdfs.CountedHdfs;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.GivenBlock;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What HBase finds when it constructs its region server. */
class PreparationTest {
  private final Configuration conf = HBaseConfiguration.create();

  @BeforeEach
  @AfterEach
  void forgetTheCacheOfThisProcess() throws ReflectiveOperationException {
    OldJava.pretend();
    conf.setInt("hbase.zookeeper.property.clientPort", 1); // nobody listens there
    conf.setInt("zookeeper.recovery.retry", 0);
    Field field = CacheConfig.class.getDeclaredField("globalBlockCache");
    field.setAccessible(true);
    field.set(null, null);
  }

  private static Optional<ComponentStatus> component(Preparation preparation, Component component) {
    return preparation.node.components().statuses().stream()
        .filter(status -> status.is(component))
        .findAny();
  }

  private static void requireNotActive(
      Preparation preparation, Component component, String reason) {
    assertThat(component(preparation, component))
        .hasValueSatisfying(
            status -> {
              assertThat(status.isActive()).isFalse();
              assertThat(status.reason()).contains(reason);
            });
  }

  @Test
  void theServersOwnConfigurationNamesArgusAndTheGivenOneIsLeftAlone() {
    conf.set("hbase.coprocessor.region.classes", "org.acme.Observer");
    Configuration before = new Configuration(conf);
    Configuration after = Preparation.of(conf).conf;
    assertThat(after.getInt("hbase.regionserver.handler.count", 0)).isEqualTo(5 * 10 + 256);
    assertThat(after.getInt("ipc.server.max.callqueue.length", 0))
        .as("ten times the handlers that were configured")
        .isEqualTo(100);
    assertThat(after.get("fs.hdfs.impl")).isEqualTo(CountedHdfs.class.getName());
    assertThat(after.get("hbase.coprocessor.region.classes"))
        .isEqualTo(ArgusRegionObserver.class.getName() + ",org.acme.Observer");
    for (Map.Entry<String, String> entry : before) {
      assertThat(conf.getRaw(entry.getKey())).isEqualTo(before.getRaw(entry.getKey()));
    }
  }

  @Test
  void handlersStayWhereRequestsAreNotScheduled() {
    conf.set("argus.scheduler.enabled", "false");
    assertThat(Preparation.of(conf).conf.getInt("hbase.regionserver.handler.count", 10))
        .isEqualTo(10);
  }

  @Test
  void aReplacedRegionServerClassIsNamed() {
    conf.set("argus.regionserver.replaced", "org.acme.RegionServer");
    requireNotActive(
        Preparation.of(conf), Component.OTHER_REGION_SERVER, "org.acme.RegionServer was replaced");
  }

  @Test
  void anotherFileSystemStays() {
    conf.set("fs.hdfs.impl", "org.acme.FileSystem");
    assertThat(Preparation.of(conf).conf.get("fs.hdfs.impl")).isEqualTo("org.acme.FileSystem");
  }

  @Test
  void hbaseUsesThePartitionedCacheAndItsBlocksBelongToTheirTables() {
    Preparation preparation = Preparation.of(conf);
    BlockCache cache = new CacheConfig(preparation.conf).getBlockCache();
    assertThat(cache).isInstanceOf(ArgusBlockCache.class);
    assertThat(component(preparation, Component.CACHE))
        .hasValueSatisfying(status -> assertThat(status.isActive()).isTrue());
    cache.cacheBlock(new BlockCacheKey("file1", 0), GivenBlock.of("orders"));
    assertThat(cache.getBlock(new BlockCacheKey("file1", 0), true, false)).isNotNull();
    assertThat(cache.getBlock(new BlockCacheKey("file1", 9), true, false)).isNull();
    assertThat(cache.getStats().getHitCount()).isEqualTo(1);
    assertThat(cache.getStats().getMissCount()).isEqualTo(1);
    InMemoryDocuments documents = new InMemoryDocuments();
    preparation.node.reports().send(documents, () -> "server");
    UsageReport report = WireFormat.readUsageReport(documents.read("usage/server"));
    assertThat(report.tenants()).hasSize(1);
    assertThat(report.tenants().get(0).tenant()).isEqualTo(TenantId.of("orders"));
    assertThat(report.tenants().get(0).cacheBytes()).isEqualTo(cache.getCurrentSize()).isPositive();
    assertThat(cache.evictBlocksByHfileName("file1")).isEqualTo(1);
    assertThat(cache.getEvictedCount()).isEqualTo(1);
    assertThat(cache.getBlockCount()).isZero();
  }

  @Test
  void thePlanComponentIsFailedWhileTheStoredPlanCannotBeRead() {
    Preparation preparation = Preparation.of(conf);
    InMemoryDocuments documents = new InMemoryDocuments();
    preparation.node.link().followPlan(documents);
    assertThat(component(preparation, Component.PLAN).orElseThrow().isActive()).isTrue();
    documents.write("plan", "}{".getBytes(StandardCharsets.UTF_8));
    requireNotActive(preparation, Component.PLAN, "stored plan ignored, plan v0 kept");
    documents.write(
        "plan", WireFormat.write(Plan.equal(7, 0, List.of(TenantId.of("a"), TenantId.of("b")))));
    assertThat(component(preparation, Component.PLAN).orElseThrow().isActive()).isTrue();
    assertThat(preparation.node.plans().plan().version()).isEqualTo(7);
  }

  @Test
  void aSecondServerOfTheProcessSaysThatItHasNoCacheOfItsOwn() {
    Preparation.of(conf);
    requireNotActive(Preparation.of(conf), Component.CACHE, "that of another region server");
  }

  @Test
  void aCacheThatIsSwitchedOffOrElsewhereIsNotReplaced() {
    conf.set("hfile.block.cache.size", "0");
    requireNotActive(Preparation.of(conf), Component.CACHE, "switched off");
    conf.set("hfile.block.cache.size", "0.2");
    conf.set("hbase.offheapcache.percentage", "0.5");
    requireNotActive(Preparation.of(conf), Component.CACHE, "off the heap");
  }

  @ParameterizedTest
  @ValueSource(strings = {"observe", "off"})
  void whileNotEnforcingHBaseUsesItsOwnCacheAndEnforcingWaitsForARestart(String mode) {
    conf.set("argus.mode", mode);
    Preparation preparation = Preparation.of(conf);
    assertThat(new CacheConfig(preparation.conf).getBlockCache())
        .isExactlyInstanceOf(LruBlockCache.class);
    requireNotActive(preparation, Component.CACHE, "argus.mode is " + mode);
    preparation.node.link().reload(Map.of("argus.mode", "enforce")::get);
    requireNotActive(preparation, Component.CACHE, "argus.mode was " + mode + ", when this server");
  }

  @Test
  void aPreparationThatFailsLeavesTheServerAsItWas() {
    conf.set("argus.alpha", "${argus.alpha}"); // makes Hadoop throw
    Preparation preparation = Preparation.of(conf);
    assertThat(preparation.node).isNull();
    assertThat(preparation.conf.get("fs.hdfs.impl")).isNotEqualTo(CountedHdfs.class.getName());
  }
}
