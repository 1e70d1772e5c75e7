/**
 * What tenants used, what that costs, and who was slowed by whom.
 *
 * <p>Start with {@link io.argus.cli.usage.UsageCommand}.
 */
package io.argus.cli.usage;
