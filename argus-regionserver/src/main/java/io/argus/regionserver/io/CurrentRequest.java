package io.argus.regionserver.io;

import org.jspecify.annotations.Nullable;

/**
 * The request of each thread: one of the scheduler's own threads names it itself, for any other it
 * is kept here.
 *
 * <p>Safe for use by any thread.
 */
final class CurrentRequest {
  @SuppressWarnings("ThreadLocalUsage") // one for each server, not for each request
  private final ThreadLocal<@Nullable IoRequest> ofHostThread = new ThreadLocal<>();

  /** Whether {@link #ofHostThread} is used at all. */
  private volatile boolean hostThreads;

  /** Names the request of the calling thread, which is the host's. */
  void ofHostThread(IoRequest request) {
    ofHostThread.set(request);
    hostThreads = true;
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
