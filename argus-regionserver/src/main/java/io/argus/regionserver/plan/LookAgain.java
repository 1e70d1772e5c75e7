package io.argus.regionserver.plan;

import io.argus.core.documents.ClusterDocuments;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a document again in a while when a look has failed, until one succeeds: whoever watches
 * {@link ClusterDocuments} and could not read one would otherwise never hear of it again.
 *
 * <p>Safe for use by any thread; a look is one thread's at a time.
 */
public final class LookAgain {
  private static final long AFTER_NANOS = TimeUnit.SECONDS.toNanos(2);

  private volatile @Nullable Runnable look;
  private volatile boolean failed;

  /** Names what looks; it is to call {@link #begin}, and {@link #failed} if it fails. */
  public void by(Runnable newLook) {
    look = newLook;
  }

  /** A look begins. */
  public void begin() {
    failed = false;
  }

  /** Whether the last look failed, so that what is known may be out of date. */
  public boolean hasFailed() {
    return failed;
  }

  /** The look has failed: there will be another one, in a thread of its own. */
  public void failed() {
    failed = true;
    Thread thread = new Thread(this::look, "argus-look-again");
    thread.setDaemon(true);
    thread.start();
  }

  private void look() {
    LockSupport.parkNanos(this, AFTER_NANOS);
    Runnable next = look;
    if (next != null) {
      next.run();
    }
  }
}
