package io.argus.load.hbase2;

import io.argus.load.slowdisk.SlowDisk;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * HDFS on an emulated disk: all reads of store files in this process share a limit in reads per
 * second.
 *
 * <p>It is the {@code fs.hdfs.impl} of a region server where the kernel cannot throttle. Reads of
 * logs are not limited. Thread-safe.
 */
class SlowDiskFileSystem extends DistributedFileSystem {
  @SuppressWarnings("NullAway") // set by initialize
  private SlowDisk disk;

  @Override
  public void initialize(URI uri, Configuration configuration) throws IOException {
    super.initialize(uri, configuration);
    disk = SlowDisk.ofProcess(configuration::get);
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    FSDataInputStream stream = super.open(file, bufferSize);
    return isStoreFile(file)
        ? new FSDataInputStream(new SlowDiskInputStream(stream, disk))
        : stream;
  }

  /** Whether the path is that of table data: not a log, not the master's own store. */
  static boolean isStoreFile(Path file) {
    String path = file.toUri().getPath();
    return path.contains("/data/")
        && !path.contains("/recovered.edits/")
        && !path.contains("/MasterData/")
        && !path.contains("WALs/")
        && !path.contains("logs/");
  }
}
