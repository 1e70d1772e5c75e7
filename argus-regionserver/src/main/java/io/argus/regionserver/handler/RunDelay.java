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
      return new RunDelay(counters, read(counters));
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** Returns ns since the last call; 0 once the thread has ended. */
  long sinceLastNanos() {
    try {
      long now = read(counters);
      long since = Math.max(0, now - beforeNanos);
      beforeNanos = now;
      return since;
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }

  /** The second of its numbers: ns on a core, ns ready to run, and how often it ran. */
  private static long read(Path counters) throws IOException {
    String numbers = new String(Files.readAllBytes(counters), StandardCharsets.US_ASCII);
    return Long.parseLong(numbers.split(" ", 3)[1]);
  }
}
