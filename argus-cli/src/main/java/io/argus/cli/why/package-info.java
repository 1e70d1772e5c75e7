/**
 * The command {@code explain}: why a tenant is as fast or as slow as it is, in words.
 *
 * <p>Start with {@link io.argus.cli.why.Explanation}; {@link io.argus.cli.why.PlainWords} turns it
 * into sentences.
 */
package io.argus.cli.why;
