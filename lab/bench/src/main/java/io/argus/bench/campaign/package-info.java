/**
 * Campaigns: what is measured, in which order, and how long it takes. Start with {@link
 * io.argus.bench.campaign.Campaign}; {@link io.argus.bench.campaign.CompactionRun} is an experiment
 * of its own.
 */
@NullMarked
package io.argus.bench.campaign;

import org.jspecify.annotations.NullMarked;
