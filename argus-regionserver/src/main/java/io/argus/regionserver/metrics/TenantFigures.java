package io.argus.regionserver.metrics;

import io.argus.core.usage.TenantUsage;
import io.argus.regionserver.admission.TenantSchedule;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one tenant of a region server at the end of a report's window.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TenantFigures {
  final TenantUsage usage;

  /** Null if none of its requests was ever scheduled. */
  private final @Nullable TenantSchedule schedule;

  TenantFigures(TenantUsage usage, @Nullable TenantSchedule schedule) {
    this.usage = usage;
    this.schedule = schedule;
  }

  double scheduled(ToDoubleFunction<TenantSchedule> figure) {
    return schedule == null ? 0 : figure.applyAsDouble(schedule);
  }
}
