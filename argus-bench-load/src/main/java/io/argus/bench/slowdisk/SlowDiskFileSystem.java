package io.argus.bench.slowdisk;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * HDFS on an emulated disk: all reads of store files in this process share so many reads a second.
 *
 * <p>Set as {@code fs.hdfs.impl} of a region server where the kernel cannot throttle. Logs are
 * never limited. Compiled for Hadoop 1, whose classes later Hadoops still have. Thread-safe.
 */
public abstract class SlowDiskFileSystem extends DistributedFileSystem {
  @SuppressWarnings("NullAway") // set by initialize
  private SlowDisk disk;

  @Override
  public void initialize(URI uri, Configuration configuration) throws IOException {
    super.initialize(uri, configuration);
    disk =
        SlowDisk.ofProcess(
            configuration.getInt(SlowDisk.READS_PER_SECOND, 600),
            configuration.get(SlowDisk.SWITCH_FILE, ""));
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    FSDataInputStream stream = super.open(file, bufferSize);
    return isStoreFile(file) ? new FSDataInputStream(slow(stream, disk)) : stream;
  }

  /** The stream that waits for the disk. */
  protected FSInputStream slow(FSDataInputStream stream, SlowDisk slowDisk) {
    return new SlowDiskInputStream(stream, slowDisk);
  }

  /** Whether a file holds table data, by its path. */
  protected abstract boolean isStoreFile(Path file);
}
