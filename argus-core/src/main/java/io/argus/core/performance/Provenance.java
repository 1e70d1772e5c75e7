package io.argus.core.performance;

/** Where a performance function comes from, the most reliable source first. */
public enum Provenance {
  /** Measured by the profiler on a live cluster, over a grid of pinned reservations. */
  PROFILED,
  /** Interpolated between a few points that were measured by hand. */
  HAND_MEASURED,
  /** A formula, fitted to one measured point at most. */
  ANALYTIC
}
