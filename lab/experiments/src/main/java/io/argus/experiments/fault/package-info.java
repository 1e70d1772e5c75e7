/**
 * {@code argus-bench faults}. Start with {@link io.argus.experiments.fault.FaultsCommand}; what
 * happens is in {@link io.argus.bench.fault.kind.Faults}.
 */
@NullMarked
package io.argus.experiments.fault;

import org.jspecify.annotations.NullMarked;
