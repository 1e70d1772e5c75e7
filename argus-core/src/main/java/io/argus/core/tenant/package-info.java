/**
 * Tenants, and which tenant owns a table. Start with {@link io.argus.core.tenant.TenantMapping}.
 */
package io.argus.core.tenant;
