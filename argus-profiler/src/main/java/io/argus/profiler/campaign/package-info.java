/**
 * The campaign: workload, points, steady state and results file. Start with {@link
 * io.argus.profiler.campaign.Campaign}.
 */
@NullMarked
package io.argus.profiler.campaign;

import org.jspecify.annotations.NullMarked;
