/**
 * The commands {@code argus bench}, {@code argus demo} and {@code argus jmh}: campaigns that
 * compare systems under workload mixes.
 *
 * <p>Start with {@link io.argus.cli.bench.BenchCommand}; {@link io.argus.cli.bench.BenchOptions}
 * runs every campaign.
 */
@NullMarked
package io.argus.cli.bench;

import org.jspecify.annotations.NullMarked;
