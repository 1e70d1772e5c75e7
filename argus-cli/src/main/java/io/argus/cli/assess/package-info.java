/**
 * The command {@code assess}: says from HBase's own metrics whether Argus would help a cluster that
 * runs without it.
 *
 * <p>Start with {@link io.argus.cli.assess.Judgement}; {@link io.argus.cli.assess.ObservedServer}
 * is its input.
 */
package io.argus.cli.assess;
