/**
 * Servers that are restarted one after another with another version of Argus, or without it. Start
 * with {@link io.argus.bench.fault.rolling.RollingFaults}.
 */
@NullMarked
package io.argus.bench.fault.rolling;

import org.jspecify.annotations.NullMarked;
