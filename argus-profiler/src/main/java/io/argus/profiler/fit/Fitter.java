package io.argus.profiler.fit;

import io.argus.core.performance.GridFunction;
import java.util.List;

/**
 * Fits a performance function to samples.
 *
 * <p>Implementations are stateless; safe for use by any thread.
 */
interface Fitter {

  /** {@code linear} or {@code monotone}. */
  String name();

  /**
   * Returns the function of samples, at most one per point.
   *
   * @throws IllegalArgumentException if they are too few
   */
  GridFunction fit(List<Sample> samples);
}
