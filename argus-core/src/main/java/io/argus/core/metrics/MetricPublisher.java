package io.argus.core.metrics;

import java.util.List;

/**
 * Port to a platform's monitoring.
 *
 * <p>Implementations are safe for use by any thread.
 */
public interface MetricPublisher {
  /** Replaces the published records by these. */
  void publish(List<MetricRecord> records);

  /** Returns a publisher that does nothing. */
  static MetricPublisher none() {
    return records -> {};
  }
}
