package io.argus.bench.result;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the measurements of a campaign.
 *
 * <p>Used by one thread.
 */
public interface RunLog {

  /** What was measured before, under the same conditions. */
  List<MixResult> runs();

  /** Adds a measurement; it is kept when this returns. */
  void append(MixResult run) throws IOException;

  /** A log that lasts as long as the process. */
  static RunLog inMemory() {
    List<MixResult> runs = new ArrayList<>();
    return new RunLog() {
      @Override
      public List<MixResult> runs() {
        return List.copyOf(runs);
      }

      @Override
      public void append(MixResult run) {
        runs.add(run);
      }
    };
  }
}
