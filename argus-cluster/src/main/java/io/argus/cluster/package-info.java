/**
 * One cluster as separate server processes on this machine: its configuration, its ports, its state
 * directory, and the life of its processes. Start with {@link io.argus.cluster.EmbeddedCluster};
 * {@link io.argus.cluster.ClientJvm} starts its clients.
 */
@NullMarked
package io.argus.cluster;

import org.jspecify.annotations.NullMarked;
