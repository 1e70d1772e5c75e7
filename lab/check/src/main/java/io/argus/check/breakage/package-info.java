/**
 * An agent that lets methods of a running server throw. Start with {@link
 * io.argus.check.breakage.BreakingAgent}.
 */
package io.argus.check.breakage;
