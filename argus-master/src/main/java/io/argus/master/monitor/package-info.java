/**
 * What the master sees of the cluster: usage reports, averaged over time and summed over servers,
 * and the tenants. Start with {@link io.argus.master.monitor.ClusterMonitor}.
 */
package io.argus.master.monitor;
