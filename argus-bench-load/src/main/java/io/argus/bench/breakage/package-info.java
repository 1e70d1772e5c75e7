/**
 * An agent that lets methods of a running server throw. Start with {@link
 * io.argus.bench.breakage.BreakingAgent}.
 */
@NullMarked
package io.argus.bench.breakage;

import org.jspecify.annotations.NullMarked;
