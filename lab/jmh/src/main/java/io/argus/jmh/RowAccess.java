package io.argus.jmh;

import io.argus.hbase2.ArgusRegion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A get of one of 10,000 rows of 1.2 KB in a region of HBase's own, and a put of one column of it.
 * The rows lie in a store file whose blocks HBase's cache holds. Argus observes the region, and
 * keeps its rows or does not. Puts skip the log, so that its cost hides nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = {"-Xms3g", "-Xmx3g", "-Xmn2g", "-XX:+UseParallelGC"}) // few collections
@SuppressWarnings("NullAway.Init") // JMH calls fill first
public class RowAccess {
  private static final int ROWS = 10_000;
  private static final int COLUMNS = 10;
  private static final int VALUE_BYTES = 100;
  private static final long CACHE_BYTES = 128L << 20;

  /** Never reached: a flush would be counted, and would cost as much as the puts. */
  private static final long MEMSTORE_BYTES = 1L << 40;

  private static final byte[] FAMILY = Bytes.toBytes("f");

  @Param({"blocks", "rows"})
  public String subject = "";

  private final byte[][] keys = new byte[ROWS][];
  private final byte[][] columns = new byte[COLUMNS][];
  private final byte[] value = new byte[VALUE_BYTES];
  private Path directory = Path.of("");
  private WALFactory logs;
  private BlockCache cache;
  private HRegion region;

  /** Draws a thread's rows. */
  @State(Scope.Thread)
  public static class Draw {
    private final Random random = new Random(7);

    byte[] of(byte[][] keys) {
      return keys[random.nextInt(keys.length)];
    }
  }

  @Setup
  @SuppressWarnings("deprecation") // with the block cache in place
  public void fill() throws IOException {
    new Random(5).nextBytes(value);
    for (int i = 0; i < COLUMNS; i++) {
      columns[i] = Bytes.toBytes("field" + i);
    }
    directory = Files.createTempDirectory("argus-rows");
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.rootdir", directory.toUri().toString());
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    conf.setLong("hbase.hregion.memstore.flush.size", MEMSTORE_BYTES);
    conf.set("hbase.wal.provider", "filesystem");
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .build();
    RegionInfo info = RegionInfoBuilder.newBuilder(table.getTableName()).build();
    logs = new WALFactory(conf, "jmh");
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(directory.toUri());
    region = HRegion.createHRegion(info, root, conf, table, logs.getWAL(info), false);
    cache = Caches.of("hbase", "heap", CACHE_BYTES, 1);
    region.setBlockCache(cache);
    region.initialize();
    for (int i = 0; i < ROWS; i++) {
      keys[i] = Bytes.toBytes(String.format("user%010d", i));
      put(keys[i], COLUMNS);
    }
    region.flush(true);
    ArgusRegion argus = ArgusRegion.of(region, conf);
    if (subject.equals("rows")) {
      argus.keepRows(CACHE_BYTES);
    } else if (!subject.equals("blocks")) {
      throw new IllegalArgumentException("subject is '" + subject + "': must be blocks or rows");
    }
    for (byte[] key : keys) {
      region.get(new Get(key));
    }
  }

  @TearDown
  public void close() throws IOException {
    region.close();
    logs.close();
    cache.shutdown();
    FileUtils.deleteDirectory(directory.toFile());
  }

  /** How often HBase looked for a block. */
  long blockLookups() {
    return cache.getStats().getRequestCount();
  }

  private void put(byte[] key, int columnCount) throws IOException {
    Put put = new Put(key).setDurability(Durability.SKIP_WAL);
    for (int i = 0; i < columnCount; i++) {
      put.addColumn(FAMILY, columns[i], value);
    }
    region.put(put);
  }

  @Benchmark
  public Result get(Draw draw) throws IOException {
    return region.get(new Get(draw.of(keys)));
  }

  @Benchmark
  public void put(Draw draw) throws IOException {
    put(draw.of(keys), 1);
  }
}
