/**
 * Clients that check what a cluster answers while something breaks: every acknowledged write must
 * stay, every scan must be complete. Start with {@link io.argus.bench.check.CheckClient}; {@link
 * io.argus.bench.check.Judgement} says what is right.
 */
@NullMarked
package io.argus.bench.check;

import org.jspecify.annotations.NullMarked;
