/**
 * The commands {@code argus-bench}, {@code argus-bench demo} and {@code argus-bench jmh}: campaigns
 * that compare systems under workload mixes.
 *
 * <p>Start with {@link io.argus.experiments.bench.BenchCommand}; {@link
 * io.argus.experiments.bench.BenchOptions} runs every campaign.
 */
@NullMarked
package io.argus.experiments.bench;

import org.jspecify.annotations.NullMarked;
