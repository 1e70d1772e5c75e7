/**
 * Which tenant a table belongs to. Start with {@link io.argus.regionserver.tenants.TableTenants}.
 */
package io.argus.regionserver.tenants;
