/**
 * A profiling campaign on a running cluster: drives the workload, pins the reservations of each
 * point, and notices when the cluster is lost.
 *
 * <p>Start with {@link io.argus.experiments.campaign.ProfileCampaign}; {@link
 * io.argus.experiments.campaign.LiveProfiledCluster} is the cluster that it measures.
 */
@NullMarked
package io.argus.experiments.campaign;

import org.jspecify.annotations.NullMarked;
