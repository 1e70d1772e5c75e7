/** The metrics of the active master. Start with {@link io.argus.master.metrics.ClusterMetrics}. */
package io.argus.master.metrics;
