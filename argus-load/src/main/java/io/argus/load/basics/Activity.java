package io.argus.load.basics;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Something that is done over and over in a thread of its own until it is stopped.
 *
 * <p>Thread-safe.
 */
public final class Activity {
  private final Work work;
  private final Thread thread;
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
  private volatile boolean stopping;

  /** What is done, once. */
  @FunctionalInterface
  public interface Work {
    void once() throws IOException, InterruptedException;
  }

  /** Starts. */
  public Activity(String name, Work work) {
    this.work = work;
    this.thread = Daemon.start(name, this::run);
  }

  private void run() {
    try {
      while (!stopping) {
        work.once();
      }
    } catch (IOException | RuntimeException e) {
      failure.set(
          new IOException(Thread.currentThread().getName() + " failed: " + e.getMessage(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Throws what ended it early. */
  public void requireSound() throws IOException {
    IOException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }

  /** Lets it do what it has begun, and no more. */
  public void stop() {
    stopping = true;
  }

  /** Waits for its end after {@link #stop}. */
  public void await() throws IOException, InterruptedException {
    thread.join();
    requireSound();
  }
}
