package io.argus.bench.experiment;

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
  List<MixRun> runs();

  /** Adds a measurement; it is kept when this returns. */
  void append(MixRun run) throws IOException;

  /** A log that lasts as long as the process. */
  static RunLog inMemory() {
    List<MixRun> runs = new ArrayList<>();
    return new RunLog() {
      @Override
      public List<MixRun> runs() {
        return List.copyOf(runs);
      }

      @Override
      public void append(MixRun run) {
        runs.add(run);
      }
    };
  }
}
