package io.argus.regionserver.report;

import io.argus.core.documents.ClusterDocuments;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The sign of life of a master of the version before: it writes the status and nothing else. This
 * looks rarely, since a status is long.
 *
 * <p>Not safe for use by several threads.
 */
final class StatusSign {
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(30);

  private byte @Nullable [] last;
  private boolean looked;
  private long lookedNanos;

  /** Whether the status has changed since the last look; no if it is too early to look again. */
  boolean isNew(ClusterDocuments documents, long nowNanos) throws IOException {
    if (looked && nowNanos - lookedNanos < PERIOD_NANOS) {
      return false;
    }
    looked = true;
    lookedNanos = nowNanos;
    byte[] before = last;
    last = documents.read(ClusterDocuments.STATUS);
    return last != null && !Arrays.equals(last, before);
  }
}
