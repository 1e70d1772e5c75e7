/**
 * Performance functions (throughput of a workload by cache share and HDFS share), and the catalogue
 * of those that were measured. Pure computation. Start with {@link
 * io.argus.core.performance.PerformanceFunction}.
 */
package io.argus.core.performance;
