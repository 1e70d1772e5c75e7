package io.argus.bench.run;

import io.argus.bench.placement.PlacementAdvice;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

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

  /** Whether it needs isolated throughputs; if not, {@link #prepare} may be called with none. */
  default boolean needsIsolatedThroughputs() {
    return this != NONE;
  }

  /** Undoes {@link #prepare}, so that tenants can be measured alone again. */
  default void undo(WorkloadMix mix) throws IOException {}

  /**
   * Who says which regions to move for a workload mix. If there is somebody, the mix runs once
   * after {@link #prepare}, then regions are moved, and then it is measured.
   */
  default Optional<PlacementAdvice.Advisor> placement() {
    return Optional.empty();
  }

  /** What it does. Preparations that do different things have different descriptions. */
  default String describe() {
    return "none";
  }
}
