/**
 * What region servers report to the master. Start with {@link io.argus.core.usage.UsageReport}; its
 * figures are in {@link io.argus.core.usage.TenantUsage}.
 */
package io.argus.core.usage;
