package io.argus.hbase094.hdfs;

import io.argus.core.settings.Settings;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Hadoop's HDFS client that counts the bytes that each thread reads from store files, and reads
 * them through a {@link LateStream}. Files of the write-ahead log are opened as in Hadoop, because
 * HBase looks at the class of their streams.
 *
 * <p>Safe for use by any thread.
 */
public final class CountedHdfs extends DistributedFileSystem {
  private static volatile boolean inUse;

  private long lateBytes;

  /** Whether this process reads HDFS through this class. */
  public static boolean isInUse() {
    return inUse;
  }

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    super.initialize(uri, conf);
    lateBytes = Settings.read(conf::get).get(Settings.SCAN_STREAM_AFTER);
    inUse = true;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferBytes) throws IOException {
    FSDataInputStream stream = super.open(path, bufferBytes);
    if (isLog(path)) {
      return stream;
    }
    FSDataInputStream late =
        lateBytes > 0
            ? new FSDataInputStream(
                new LateStream(stream, lateBytes, () -> super.open(path, bufferBytes)))
            : stream;
    return new FSDataInputStream(new CountedInputStream(late));
  }

  private static boolean isLog(Path path) {
    String name = path.toUri().getPath();
    return name.contains("/.logs")
        || name.contains("/.oldlogs")
        || name.contains("recovered.edits");
  }
}
