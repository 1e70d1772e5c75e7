/**
 * What tenants used, what that costs, and who lost throughput to others.
 *
 * <p>Start with {@link io.argus.cli.usage.UsageCommand}.
 */
package io.argus.cli.usage;
