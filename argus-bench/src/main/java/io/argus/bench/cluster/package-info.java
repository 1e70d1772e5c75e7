/**
 * One cluster as separate server processes on this machine: its configuration, its ports, its state
 * directory, and the life of its processes. Start with {@link
 * io.argus.bench.cluster.EmbeddedCluster}; {@link io.argus.bench.cluster.ClientJvm} starts its
 * clients.
 */
@NullMarked
package io.argus.bench.cluster;

import org.jspecify.annotations.NullMarked;
