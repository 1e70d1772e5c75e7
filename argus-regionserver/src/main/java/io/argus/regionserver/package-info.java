/**
 * Enforcement on one region server: which request runs next, who may read HDFS, whose blocks are
 * cached.
 *
 * <p><b>In:</b> the calls of HBase's clients, as {@link io.argus.regionserver.TenantRequest}; the
 * lookups and puts of its block cache, in {@link io.argus.regionserver.TenantBlockCache}; its
 * writes to HDFS, in {@link io.argus.regionserver.HdfsWrites}; plans and settings, as documents of
 * {@code io.argus.core.documents.ClusterDocuments}.
 *
 * <p><b>Out:</b> requests in the order of their tenants' shares, to a port that runs them; a usage
 * report each period, for the planner, the page and the metrics.
 *
 * <p><b>Start with</b> {@link io.argus.regionserver.RegionServerNode}, which assembles the module
 * and is what a shim talks to. Then read {@link io.argus.regionserver.handler.TenantScheduler} for
 * requests and {@link io.argus.regionserver.cache.PartitionedCache} for blocks.
 *
 * <p>The module imports {@code io.argus.core} only. It must not import {@code io.argus.master},
 * HBase, Hadoop or ZooKeeper: a shim implements its ports ({@link
 * io.argus.regionserver.tenants.TableDirectory}, {@link
 * io.argus.regionserver.cache.BlockReferences}, {@link io.argus.regionserver.cache.BlockFiles}).
 * {@code ArchitectureTest} has the table of permitted imports.
 */
package io.argus.regionserver;
