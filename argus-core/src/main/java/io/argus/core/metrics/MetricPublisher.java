package io.argus.core.metrics;

import java.util.List;

/**
 * Port to a platform's monitoring.
 *
 * <p>Implementations are safe for use by any thread.
 */
public interface MetricPublisher {
  /** Shows these records in the place of the ones before; what is no longer among them goes. */
  void publish(List<MetricRecord> records);

  /** Returns the publisher that shows nothing. */
  static MetricPublisher none() {
    return records -> {};
  }
}
