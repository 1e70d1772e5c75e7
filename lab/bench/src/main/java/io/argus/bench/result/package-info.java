/**
 * Results of a campaign: of a tenant, of a system, of a workload mix, and the file that keeps them.
 * Start with {@link io.argus.bench.result.MixResult}.
 */
@NullMarked
package io.argus.bench.result;

import org.jspecify.annotations.NullMarked;
