/**
 * The commands that show a running cluster: {@code status}, {@code top}, {@code history}, {@code
 * whois}, {@code why}, {@code doctor}. They change nothing.
 *
 * <p>Start with {@link io.argus.cli.observe.StatusCommand}.
 */
package io.argus.cli.observe;
