package io.argus.bench.hbase2;

import io.argus.bench.load.Preset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Makes tables and fills them by writing one sorted HFile per region, several at a time, so that
 * they need no flush and no compaction.
 *
 * <p>The rows are those CoreWorkload would insert with {@link Preset#tableProperties}. Used by one
 * thread.
 */
final class BulkLoad {
  private static final byte[] QUALIFIER = Bytes.toBytes("field0");

  /**
   * A little below HBase's 64 KB: rows overshoot it and headers and checksums come on top, and what
   * a DataNode is asked beyond 64 KB is often a second read of the disk.
   */
  private static final int BLOCK_BYTES = 63 << 10;

  private static final int POOL_BYTES = 1 << 20;

  private final Configuration configuration;
  private final Connection connection;
  private final byte[][] keys;
  private final int regions;
  private final byte[] pool = new byte[POOL_BYTES];

  /** Prepares the keys of tables with that many rows and regions. */
  BulkLoad(Configuration configuration, Connection connection, long rows, int regions) {
    if (rows < regions || rows > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "rows is " + rows + "; must be between the " + regions + " regions and 2^31 - 1");
    }
    this.configuration = configuration;
    this.connection = connection;
    this.regions = regions;
    this.keys = sortedKeys((int) rows);
    new SplittableRandom(1).nextBytes(pool);
  }

  /** Makes the table, and its namespace if need be, with all rows on disk. */
  void table(TableName table) throws IOException, InterruptedException {
    create(table);
    Path directory = new Path("/argus-bulk-load/" + table.getNameAsString().replace(':', '-'));
    FileSystem files = FileSystem.get(configuration);
    ExecutorService writers =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Future<?>> written = new ArrayList<>();
      for (int region = 0; region < regions; region++) {
        int from = firstKey(region);
        int to = firstKey(region + 1);
        written.add(
            writers.submit(
                () -> {
                  write(table, files, new Path(directory, "f"), from, to);
                  return null;
                }));
      }
      for (Future<?> file : written) {
        file.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("cannot write the rows of " + table, e.getCause());
    } finally {
      writers.shutdownNow();
    }
    BulkLoadHFiles.create(configuration).bulkLoad(table, directory);
    files.delete(directory, true);
  }

  private void create(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      String namespace = table.getNamespaceAsString();
      if (!Arrays.asList(admin.listNamespaces()).contains(namespace)) {
        admin.createNamespace(NamespaceDescriptor.create(namespace).build());
      }
      byte[] @Nullable [] splits = regions == 1 ? null : splits();
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(HBase2Db.FAMILY)
                      .setBlocksize(BLOCK_BYTES)
                      .setBloomFilterType(BloomType.ROW)
                      .setMaxVersions(1)
                      .build())
              .build(),
          splits);
    }
  }

  private void write(TableName table, FileSystem files, Path directory, int from, int to)
      throws IOException {
    HFileContext context =
        new HFileContextBuilder()
            .withBlockSize(BLOCK_BYTES)
            .withIncludesMvcc(false)
            .withTableName(table.getName())
            .withColumnFamily(HBase2Db.FAMILY)
            .withCreateTime(System.currentTimeMillis())
            .build();
    StoreFileWriter writer =
        new StoreFileWriter.Builder(configuration, files)
            .withOutputDir(directory)
            .withBloomType(BloomType.ROW)
            .withMaxKeyCount(to - from)
            .withFileContext(context)
            .build();
    try {
      long now = System.currentTimeMillis();
      SplittableRandom random = new SplittableRandom(from);
      byte[] value = new byte[Preset.VALUE_BYTES];
      for (int i = from; i < to; i++) {
        System.arraycopy(pool, random.nextInt(POOL_BYTES - value.length), value, 0, value.length);
        writer.append(new KeyValue(keys[i], HBase2Db.FAMILY, QUALIFIER, now, value));
      }
      writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(now));
      writer.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(true));
      writer.appendTrackedTimestampsToMetadata();
    } finally {
      writer.close();
    }
  }

  private int firstKey(int region) {
    return (int) ((long) keys.length * region / regions);
  }

  private byte[][] splits() {
    byte[][] splits = new byte[regions - 1][];
    for (int region = 1; region < regions; region++) {
      splits[region - 1] = keys[firstKey(region)];
    }
    return splits;
  }

  private static byte[][] sortedKeys(int rows) {
    byte[][] keys = new byte[rows][];
    for (int i = 0; i < rows; i++) {
      keys[i] = Bytes.toBytes(Preset.key(i));
    }
    Arrays.sort(keys, Bytes.BYTES_COMPARATOR);
    return keys;
  }
}
