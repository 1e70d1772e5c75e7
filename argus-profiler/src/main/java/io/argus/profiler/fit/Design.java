package io.argus.profiler.fit;

import java.util.List;
import java.util.Optional;

/**
 * Chooses the points of a campaign one after the other.
 *
 * <p>Implementations are immutable; safe for use by any thread.
 */
public interface Design {

  /** The point to measure next; empty when enough is measured. */
  Optional<GridPoint> next(List<Sample> measured);

  int mostPoints();
}
