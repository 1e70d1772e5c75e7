package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a region of HBase's own on the local file system. */
@Timeout(60)
class ArgusRegionAccessTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private final ExecutorService others = Executors.newCachedThreadPool();
  private WALFactory logs;
  private HRegion region;

  @BeforeEach
  void openRegion(@TempDir Path directory) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.rootdir", directory.toUri().toString());
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    conf.set("hbase.wal.provider", "filesystem");
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .build();
    RegionInfo info = RegionInfoBuilder.newBuilder(table.getTableName()).build();
    logs = new WALFactory(conf, "test");
    region =
        HRegion.createHRegion(
            info, new org.apache.hadoop.fs.Path(directory.toUri()), conf, table, logs.getWAL(info));
    put("row");
  }

  @AfterEach
  void close() throws Exception {
    others.shutdown();
    assertThat(others.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    region.close();
    logs.close();
  }

  private void put(String row) throws Exception {
    region.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, FAMILY));
  }

  /** Whoever opens a scanner holds the store's lock while it reads its first blocks. */
  @Test
  void aFlushThatIsAboutToCommitWaitsForWhoeverOpensAScanner() throws Exception {
    StoreEngine<?, ?, ?, ?> store = region.getStore(FAMILY).getStoreEngine();
    store.readLock();
    Future<?> flush;
    try {
      assertThat(ArgusRegionAccess.othersWait(region)).isFalse();
      flush = others.submit(() -> region.flush(true));
      awaitOthers();
    } finally {
      store.readUnlock();
    }
    flush.get(30, TimeUnit.SECONDS);
    assertThat(ArgusRegionAccess.othersWait(region)).isFalse();
  }

  @Test
  void aRegionThatClosesWaitsForItsRequests() throws Exception {
    region.startRegionOperation();
    Future<?> close;
    try {
      assertThat(ArgusRegionAccess.othersWait(region)).isFalse();
      close = others.submit((Callable<Object>) () -> region.close());
      awaitOthers();
    } finally {
      region.closeRegionOperation();
    }
    close.get(30, TimeUnit.SECONDS);
  }

  private void awaitOthers() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!ArgusRegionAccess.othersWait(region)) {
      assertThat(System.nanoTime()).as("nobody waits").isLessThan(end);
      Thread.sleep(5);
    }
  }
}
