/**
 * The vocabulary that both servers, the profiler, the command line and the laboratory share.
 *
 * <p>Comes in: {@code argus.*} keys of {@code hbase-site.xml} ({@link
 * io.argus.core.settings.Settings}), JSON documents of other servers ({@link
 * io.argus.core.documents.ClusterDocuments}), table names ({@link
 * io.argus.core.tenant.TenantMapping}).
 *
 * <p>Goes out: immutable values. A region server reports to the master what it did in a {@link
 * io.argus.core.usage.UsageReport}. The master answers with a {@link io.argus.core.plan.Plan}.
 * {@link io.argus.core.documents.WireFormat} is the JSON of both.
 *
 * <p>Start with {@link io.argus.core.plan.Plan} and {@link io.argus.core.usage.TenantUsage}; then
 * {@link io.argus.core.performance.PerformanceFunction}, from which the planner predicts
 * throughput.
 *
 * <p>The module has no threads, no clock and no network: callers pass time in. It must not import
 * HBase, Hadoop, ZooKeeper or any other module of Argus. Its only libraries are Gson and SLF4J.
 */
package io.argus.core;
