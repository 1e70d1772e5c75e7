/**
 * An agent that lets methods of a running server throw. Start with {@link
 * io.argus.load.breakage.BreakingAgent}.
 */
package io.argus.load.breakage;
