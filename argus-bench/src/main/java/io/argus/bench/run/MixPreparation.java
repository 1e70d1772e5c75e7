package io.argus.bench.run;

import java.io.IOException;
import java.util.List;

/**
 * What a system's operator does once the tenants' isolated throughputs are known, before their mix
 * runs.
 *
 * <p>Called by one thread.
 */
public interface MixPreparation {

  /** Nothing to do. */
  MixPreparation NONE =
      new MixPreparation() {
        @Override
        public void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) {}

        @Override
        public void undo(WorkloadMix mix) {}

        @Override
        public String describe() {
          return "none";
        }
      };

  /**
   * Prepares the cluster for a mix.
   *
   * @param isolatedThroughputs operations per second of each tenant alone, in the order of the mix
   */
  void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) throws IOException;

  /** Takes back what {@link #prepare} did, so that isolated throughputs can be measured again. */
  void undo(WorkloadMix mix) throws IOException;

  /** What it does, in words that differ where it does something else. */
  String describe();
}
