package io.argus.core.performance;

/** How a performance function was come by, the most trustworthy first. */
public enum Provenance {
  /** By the profiler, on a live cluster, over a grid of pinned reservations. */
  PROFILED,
  /** From single measurements by hand, straight lines in between. */
  HAND_MEASURED,
  /** From a formula; no point of it was measured, except perhaps the one it was fixed to. */
  ANALYTIC
}
