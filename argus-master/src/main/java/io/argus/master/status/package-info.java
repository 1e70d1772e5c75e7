/**
 * The state of the cluster as of the last round, and its history. Start with {@link
 * io.argus.master.status.StatusBoard}; tools read {@link io.argus.master.status.ClusterStatus}.
 */
package io.argus.master.status;
