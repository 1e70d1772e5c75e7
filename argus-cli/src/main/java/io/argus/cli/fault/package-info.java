/**
 * {@code argus bench faults}. Start with {@link io.argus.cli.fault.FaultsCommand}; what happens is
 * in {@link io.argus.bench.fault.kind.Faults}.
 */
@NullMarked
package io.argus.cli.fault;

import org.jspecify.annotations.NullMarked;
