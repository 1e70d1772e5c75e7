package io.argus.bench.run;

import java.io.IOException;
import java.util.List;

/**
 * What the operator of a system does between measuring the tenants alone and running their workload
 * mix. The methods do nothing by default.
 *
 * <p>Called by one thread.
 */
public interface MixPreparation {

  MixPreparation NONE = new MixPreparation() {};

  /**
   * Prepares the cluster for a mix.
   *
   * @param isolatedThroughputs measured, operations per second, in the order of the tenants
   */
  default void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) throws IOException {}

  /** Undoes {@link #prepare}, so that tenants can be measured alone again. */
  default void undo(WorkloadMix mix) throws IOException {}

  /** What it does. Preparations that do different things have different descriptions. */
  default String describe() {
    return "none";
  }
}
