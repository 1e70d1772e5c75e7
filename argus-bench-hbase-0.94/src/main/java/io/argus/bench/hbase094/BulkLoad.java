package io.argus.bench.hbase094;

import io.argus.bench.load.TableRows;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.HTable;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.mapreduce.LoadIncrementalHFiles;
import org.apache.hadoop.hbase.regionserver.StoreFile;
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
  private final CacheConfig noCache;
  private final int blockBytes;

  BulkLoad(Configuration configuration, int blockBytes) {
    this.configuration = configuration;
    Configuration writing = new Configuration(configuration);
    writing.setFloat(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, 0);
    this.noCache = new CacheConfig(writing);
    this.blockBytes = blockBytes;
  }

  /** Writes all rows and gives them to the table. */
  void fill(String table, TableRows rows) throws IOException, InterruptedException {
    Path directory = new Path("/argus-bulk-load/" + table);
    FileSystem files = FileSystem.get(configuration);
    rows.forEachRegion(region -> write(files, new Path(directory, "f"), rows, region));
    try (HTable target = new HTable(configuration, table)) {
      loader().doBulkLoad(directory, target);
    }
    files.delete(directory, true);
  }

  private LoadIncrementalHFiles loader() throws IOException {
    try {
      return new LoadIncrementalHFiles(configuration);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) { // so declared
      throw new IOException("cannot bulk load", e);
    }
  }

  private void write(FileSystem files, Path directory, TableRows rows, int region)
      throws IOException {
    StoreFile.Writer writer =
        new StoreFile.WriterBuilder(configuration, noCache, files, blockBytes)
            .withOutputDir(directory)
            .withBloomType(StoreFile.BloomType.ROW)
            .withMaxKeyCount(rows.count(region))
            .includeMVCCReadpoint(false)
            .build();
    try {
      long now = System.currentTimeMillis();
      rows.write(
          region,
          (key, value) ->
              writer.append(new KeyValue(key, HBase094Db.FAMILY, QUALIFIER, now, value)));
      writer.appendFileInfo(StoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(now));
      writer.appendFileInfo(StoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(true));
      writer.appendTrackedTimestampsToMetadata();
    } finally {
      writer.close();
    }
  }
}
