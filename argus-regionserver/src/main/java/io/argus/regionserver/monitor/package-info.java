/**
 * Counts what each tenant does, window by window: operations, times, HDFS bytes, key repeat ratio.
 * Start with {@link io.argus.regionserver.monitor.WorkloadMonitor}.
 */
package io.argus.regionserver.monitor;
