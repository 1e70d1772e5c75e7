package io.argus.bench.result;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the measurements of a campaign for as long as the process runs.
 *
 * <p>Used by one thread.
 */
public class RunLog {
  private final List<MixResult> runs = new ArrayList<>();

  /** The measurements so far, all under the same conditions. */
  public final List<MixResult> runs() {
    return List.copyOf(runs);
  }

  /** Adds a measurement; it is stored when this returns. */
  public void append(MixResult run) throws IOException {
    runs.add(run);
  }

  /** Takes over a measurement of an earlier process. */
  final void restore(MixResult run) {
    runs.add(run);
  }
}
