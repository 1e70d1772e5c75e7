package io.argus.regionserver.io;

import org.jspecify.annotations.Nullable;

/**
 * Finds the request on which the calling thread works. Threads of the scheduler know it themselves;
 * for the host's threads it is kept here.
 *
 * <p>Safe for use by any thread.
 */
final class CurrentRequest {
  @SuppressWarnings("ThreadLocalUsage") // one for each server, not for each request
  private final ThreadLocal<@Nullable IoRequest> ofHostThread = new ThreadLocal<>();

  /** Whether any was ever kept; else a lookup is needless. */
  private volatile boolean hostThreads;

  /** Keeps the request of the calling thread, one of the host's; returns the one before it. */
  @Nullable IoRequest ofHostThread(@Nullable IoRequest request) {
    IoRequest before = ofHostThread.get();
    ofHostThread.set(request);
    hostThreads = true;
    return before;
  }

  /** The request of the calling thread, in progress or not; null if it has none. */
  @Nullable IoRequest get() {
    Thread thread = Thread.currentThread();
    if (thread instanceof RequestThread) {
      return ((RequestThread) thread).request();
    }
    return hostThreads ? ofHostThread.get() : null;
  }
}
