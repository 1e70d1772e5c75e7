/**
 * What the measurements of a campaign show beyond scores: overhead, sweeps of a setting, and
 * distance to the aims. Start with {@link io.argus.bench.finding.Finding}.
 */
@NullMarked
package io.argus.bench.finding;

import org.jspecify.annotations.NullMarked;
