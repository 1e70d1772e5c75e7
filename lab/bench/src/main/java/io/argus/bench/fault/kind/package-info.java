/**
 * The faults, by what causes them. Start with {@link io.argus.bench.fault.kind.Faults}, which lists
 * them.
 */
@NullMarked
package io.argus.bench.fault.kind;

import org.jspecify.annotations.NullMarked;
