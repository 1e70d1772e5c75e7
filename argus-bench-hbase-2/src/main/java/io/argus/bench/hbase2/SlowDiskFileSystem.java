package io.argus.bench.hbase2;

import io.argus.bench.slowdisk.SlowDisk;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.Path;

/**
 * The emulated disk below HBase 2.
 *
 * <p>Thread-safe.
 */
public final class SlowDiskFileSystem extends io.argus.bench.slowdisk.SlowDiskFileSystem {

  @Override
  protected FSInputStream slow(FSDataInputStream stream, SlowDisk disk) {
    return new ByteBufferSlowDiskInputStream(stream, disk);
  }

  /** Not a log, not the master's own store. */
  @Override
  protected boolean isStoreFile(Path file) {
    String path = file.toUri().getPath();
    return path.contains("/data/")
        && !path.contains("/recovered.edits/")
        && !path.contains("/MasterData/")
        && !path.contains("WALs/")
        && !path.contains("logs/");
  }
}
