package io.argus.bench.hbase094;

import org.apache.hadoop.fs.Path;

/**
 * The emulated disk below HBase 0.94.
 *
 * <p>Thread-safe.
 */
public final class SlowDiskFileSystem extends io.argus.bench.slowdisk.SlowDiskFileSystem {
  /** {@code /hbase/table/region/family/file}. */
  private static final int STORE_FILE_DEPTH = 5;

  /** Not a log, not an edit to recover. */
  @Override
  protected boolean isStoreFile(Path file) {
    String path = file.toUri().getPath();
    return path.startsWith("/hbase/")
        && file.depth() >= STORE_FILE_DEPTH
        && !path.contains("/.logs/")
        && !path.contains("/.oldlogs/")
        && !path.contains("/splitlog/")
        && !path.contains("/recovered.edits/");
  }
}
