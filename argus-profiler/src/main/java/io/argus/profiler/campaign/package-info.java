/**
 * The campaign: workload, points, steady state and results file. Start with {@link
 * io.argus.profiler.campaign.Campaign}.
 */
package io.argus.profiler.campaign;
