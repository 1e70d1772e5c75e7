package io.argus.regionserver.scheduling;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the exceptions of Argus and its ports that were caught, and logs the first of each
 * thousand.
 *
 * <p>Safe for use by any thread.
 */
public final class Faults {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");
  private static final int LOGGED_EACH = 1_000;

  private final AtomicLong count = new AtomicLong();
  private volatile Consumer<Throwable> listener = fault -> {};

  /** Sets who receives each exception, in the thread that caught it. */
  public void reportTo(Consumer<Throwable> newListener) {
    listener = newListener;
  }

  public void add(String where, Throwable fault) {
    listener.accept(fault);
    if (count.getAndIncrement() % LOGGED_EACH == 0) {
      LOG.warn("{} failed; the request goes on ({} faults so far)", where, count.get(), fault);
    }
  }

  public long count() {
    return count.get();
  }
}
