/**
 * The commands that show a running cluster: {@code status}, {@code top}, {@code explain}, {@code
 * tenants}, {@code history}, {@code placement}, {@code capacity}. They change nothing.
 *
 * <p>Start with {@link io.argus.cli.observe.StatusCommand}.
 */
package io.argus.cli.observe;
