package io.argus.master.model;

import io.argus.core.performance.PerformanceFunction;

/**
 * The performance function chosen for a tenant, with its name and the reason for operators.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class FunctionChoice {
  final String name;
  final String why;
  final PerformanceFunction function;
  final boolean absolute;
  private final double error;

  /**
   * @param absolute whether the function's operations per second hold on this cluster; if not, only
   *     its shape does
   */
  public FunctionChoice(String name, String why, PerformanceFunction function, boolean absolute) {
    this(name, why, function, absolute, 0);
  }

  /**
   * @param error to expect of predictions, as a fraction of the isolated throughput; 0 if unknown
   */
  public FunctionChoice(
      String name, String why, PerformanceFunction function, boolean absolute, double error) {
    this.error = error;
    this.name = name;
    this.why = why;
    this.function = function;
    this.absolute = absolute;
  }

  public PerformanceFunction function() {
    return function;
  }

  public double error() {
    return error;
  }
}
