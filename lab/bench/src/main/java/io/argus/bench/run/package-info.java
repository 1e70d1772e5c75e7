/**
 * One run: the tenants and their workloads, the client processes that drive them, and the
 * preparation of tables and quotas. Start with {@link io.argus.bench.run.WorkloadMix} and {@link
 * io.argus.bench.run.LoadRun}.
 */
@NullMarked
package io.argus.bench.run;

import org.jspecify.annotations.NullMarked;
