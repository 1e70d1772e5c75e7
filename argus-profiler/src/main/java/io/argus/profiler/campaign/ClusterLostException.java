package io.argus.profiler.campaign;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The cluster under a campaign is gone. What was measured is kept. */
public final class ClusterLostException extends IOException {
  private static final long serialVersionUID = 1;

  public ClusterLostException(@Nullable String message) {
    super(message);
  }
}
