package io.argus.bench.hbase2;

import io.argus.bench.load.TableRows;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Fills a table by writing one sorted HFile per region, several at a time, so that it needs no
 * flush and no compaction.
 *
 * <p>Used by one thread.
 */
final class BulkLoad {
  private static final byte[] QUALIFIER = Bytes.toBytes("field0");

  private final Configuration configuration;
  private final int blockBytes;

  BulkLoad(Configuration configuration, int blockBytes) {
    this.configuration = configuration;
    this.blockBytes = blockBytes;
  }

  /** Writes all rows and gives them to the table. */
  void fill(TableName table, TableRows rows) throws IOException, InterruptedException {
    Path directory = new Path("/argus-bulk-load/" + table.getNameAsString().replace(':', '-'));
    FileSystem files = FileSystem.get(configuration);
    rows.forEachRegion(region -> write(table, files, new Path(directory, "f"), rows, region));
    BulkLoadHFiles.create(configuration).bulkLoad(table, directory);
    files.delete(directory, true);
  }

  private void write(TableName table, FileSystem files, Path directory, TableRows rows, int region)
      throws IOException {
    HFileContext context =
        new HFileContextBuilder()
            .withBlockSize(blockBytes)
            .withIncludesMvcc(false)
            .withTableName(table.getName())
            .withColumnFamily(HBase2Db.FAMILY)
            .withCreateTime(System.currentTimeMillis())
            .build();
    StoreFileWriter writer =
        new StoreFileWriter.Builder(configuration, files)
            .withOutputDir(directory)
            .withBloomType(BloomType.ROW)
            .withMaxKeyCount(rows.count(region))
            .withFileContext(context)
            .build();
    try {
      long now = System.currentTimeMillis();
      rows.write(
          region,
          (key, value) -> writer.append(new KeyValue(key, HBase2Db.FAMILY, QUALIFIER, now, value)));
      writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(now));
      writer.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(true));
      writer.appendTrackedTimestampsToMetadata();
    } finally {
      writer.close();
    }
  }
}
