/**
 * A profiling campaign on a running cluster: drives the workload, pins the reservations of each
 * point, and notices when the cluster is lost.
 *
 * <p>Start with {@link io.argus.cli.campaign.ProfileCampaign}; {@link
 * io.argus.cli.campaign.LiveProfiledCluster} is the cluster that it measures.
 */
package io.argus.cli.campaign;
