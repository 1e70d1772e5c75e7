/**
 * Clients that check what a cluster answers while something breaks: every acknowledged write must
 * stay, every scan must be complete. Start with {@link io.argus.check.CheckClient}; {@link
 * io.argus.check.Judgement} says what is right.
 */
package io.argus.check;
