/**
 * The last round, its status and the history. Start with {@link io.argus.master.status.Round};
 * tools read {@link io.argus.master.status.ClusterStatus}.
 */
package io.argus.master.status;
