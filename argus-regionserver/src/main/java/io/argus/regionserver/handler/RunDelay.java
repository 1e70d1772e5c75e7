package io.argus.regionserver.handler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.jspecify.annotations.Nullable;

/**
 * How long a thread has been ready to run but found no core, as Linux counts it.
 *
 * <p>Used by one thread at a time.
 */
final class RunDelay {
  /** What a thread reads here names itself. */
  private static final Path THIS_THREAD = Paths.get("/proc/thread-self");

  // Indices of the numbers.
  private static final int READY = 1;
  private static final int RAN = 2;

  private final Path counters;
  private long beforeNanos;

  private RunDelay(Path counters, long beforeNanos) {
    this.counters = counters;
    this.beforeNanos = beforeNanos;
  }

  /** That of the calling thread, from now on; null where the system does not tell. */
  static @Nullable RunDelay ofThisThread() {
    try {
      Path counters =
          THIS_THREAD.resolveSibling(Files.readSymbolicLink(THIS_THREAD)).resolve("schedstat");
      return ofCounters(counters);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /**
   * That of a thread that has run.
   *
   * @param counters three numbers: ns on a core, ns ready to run, and how often it ran; all 0 if
   *     the kernel does not count
   */
  static @Nullable RunDelay ofCounters(Path counters) throws IOException {
    return read(counters, RAN) == 0 ? null : new RunDelay(counters, read(counters, READY));
  }

  /** Returns ns since the last call; 0 once the thread has ended. */
  long sinceLastNanos() {
    try {
      long now = read(counters, READY);
      long since = Math.max(0, now - beforeNanos);
      beforeNanos = now;
      return since;
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }

  private static long read(Path counters, int index) throws IOException {
    String numbers = new String(Files.readAllBytes(counters), StandardCharsets.US_ASCII);
    return Long.parseLong(numbers.trim().split(" ")[index]);
  }
}
