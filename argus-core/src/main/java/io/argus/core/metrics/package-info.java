/**
 * Metrics independent of the monitoring system that shows them. Start with {@link
 * io.argus.core.metrics.MetricGroup}.
 */
package io.argus.core.metrics;
