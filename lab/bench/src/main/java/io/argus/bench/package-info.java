/**
 * The bench: it runs real HBase clusters on one machine, drives tenants against each other and
 * reports how each system treats them.
 *
 * <p>In: workload mixes or a scenario, the systems to compare (stock HBase, Argus, rivals) as jars
 * and properties, and sizes and times as {@link io.argus.bench.run.RunSettings}. Out: a results
 * file of JSON lines that a later run continues, and reports as JSON, text and HTML.
 *
 * <p>Start with {@link io.argus.bench.campaign.Campaign}, which measures tenants alone and
 * together, and with {@link io.argus.cluster.EmbeddedCluster}, which starts the servers. {@code
 * argus-bench} in lab/experiments calls them.
 *
 * <p>The bench talks to HBase only through processes: it starts servers and clients with the class
 * path of their own {@link io.argus.cluster.runtime.HBaseRuntime}. So this module must not import
 * HBase, Hadoop, argus-regionserver or a shim. Code for clients and servers is in argus-load and in
 * argus-load-hbase-2 and argus-load-hbase-0.94.
 */
@NullMarked
package io.argus.bench;

import org.jspecify.annotations.NullMarked;
