/**
 * The connection to a running cluster: Argus's nodes in its ZooKeeper, its master and its web UI.
 *
 * <p>Start with {@link io.argus.cli.live.LiveCluster}; commands get one from {@link
 * io.argus.cli.live.ClusterOption}.
 */
package io.argus.cli.live;
