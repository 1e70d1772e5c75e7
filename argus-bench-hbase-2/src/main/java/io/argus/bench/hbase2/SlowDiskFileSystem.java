package io.argus.bench.hbase2;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * HDFS on an emulated disk: all reads of store files in this process share so many reads a second.
 *
 * <p>Set as {@code fs.hdfs.impl} of a region server where the kernel cannot throttle. The limit
 * holds while the switch file exists. Logs are never limited. Thread-safe.
 */
public class SlowDiskFileSystem extends DistributedFileSystem {
  /** Reads per second of the process. */
  public static final String READS_PER_SECOND = "argus.bench.disk.reads.per.second";

  /** The file whose existence turns the limit on. */
  public static final String SWITCH_FILE = "argus.bench.disk.switch";

  private static final long SWITCH_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final Object LOCK = new Object();

  /** One disk for the process. Guarded by LOCK. */
  @SuppressWarnings("NullAway") // set by every initialize
  private static ReadLimit sharedLimit;

  @SuppressWarnings("NullAway") // set by initialize
  private ReadLimit limit;

  @SuppressWarnings("NullAway") // set by initialize
  private File switchFile;

  private volatile boolean on;
  private volatile long lookAgainNanos;

  @Override
  public void initialize(URI uri, Configuration configuration) throws IOException {
    super.initialize(uri, configuration);
    synchronized (LOCK) {
      if (sharedLimit == null) {
        sharedLimit = new ReadLimit(configuration.getInt(READS_PER_SECOND, 600), System.nanoTime());
      }
      limit = sharedLimit;
    }
    switchFile = new File(configuration.get(SWITCH_FILE, ""));
    lookAgainNanos = System.nanoTime();
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    FSDataInputStream stream = super.open(file, bufferSize);
    return isStoreFile(file)
        ? new FSDataInputStream(new SlowDiskInputStream(stream, this::read))
        : stream;
  }

  /** Whether a file holds table data, by its path: not a log, not the master's own store. */
  static boolean isStoreFile(Path file) {
    String path = file.toUri().getPath();
    return path.contains("/data/")
        && !path.contains("/recovered.edits/")
        && !path.contains("/MasterData/")
        && !path.contains("WALs/")
        && !path.contains("logs/");
  }

  /** Waits for as many reads of the disk. */
  private void read(int reads) {
    if (!isOn()) {
      return;
    }
    long doneNanos = limit.reserve(reads, System.nanoTime());
    long left = doneNanos - System.nanoTime();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = doneNanos - System.nanoTime();
    }
  }

  private boolean isOn() {
    long now = System.nanoTime();
    if (now - lookAgainNanos >= 0) {
      on = switchFile.exists();
      lookAgainNanos = now + SWITCH_PERIOD_NANOS;
    }
    return on;
  }
}
