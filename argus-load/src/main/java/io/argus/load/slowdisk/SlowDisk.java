package io.argus.load.slowdisk;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The emulated disk of a process: its reads share a limit in reads per second while the switch file
 * exists.
 *
 * <p>Thread-safe.
 */
public final class SlowDisk {
  /** Key of the limit in reads per second. */
  public static final String READS_PER_SECOND = "argus.cluster.disk.reads.per.second";

  /**
   * Key of the file whose existence turns the limit on. A number in the file replaces the limit.
   */
  public static final String SWITCH_FILE = "argus.cluster.disk.switch";

  private static final long SWITCH_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Guarded by the class. */
  private static @Nullable SlowDisk shared;

  private final int readsPerSecond;
  private final ReadLimit limit;
  private final File switchFile;
  private volatile boolean on;
  private volatile long lookAgainNanos;

  private SlowDisk(int readsPerSecond, File switchFile) {
    this.readsPerSecond = readsPerSecond;
    this.limit = new ReadLimit(readsPerSecond, System.nanoTime());
    this.switchFile = switchFile;
    this.lookAgainNanos = System.nanoTime();
  }

  /**
   * The disk of this process, created at the first call.
   *
   * @param property returns the value of a configuration key, or the given default
   */
  public static synchronized SlowDisk ofProcess(BinaryOperator<String> property) {
    if (shared == null) {
      shared =
          new SlowDisk(
              Integer.parseInt(property.apply(READS_PER_SECOND, "600")),
              new File(property.apply(SWITCH_FILE, "")));
    }
    return shared;
  }

  /** Waits until the disk has done that many reads. */
  public void read(int reads) {
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
      lookAgainNanos = now + SWITCH_PERIOD_NANOS;
      poll();
    }
    return on;
  }

  private void poll() {
    try {
      String text = new String(Files.readAllBytes(switchFile.toPath()), StandardCharsets.UTF_8);
      limit.rate(text.isEmpty() ? readsPerSecond : Integer.parseInt(text.trim()));
      on = true;
    } catch (IOException e) {
      on = false;
    }
  }
}
