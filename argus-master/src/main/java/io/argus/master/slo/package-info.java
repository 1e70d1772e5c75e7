/**
 * Whether the SLOs of tenants can be met, and what is missing. Start with {@link
 * io.argus.master.slo.SloFit}.
 */
package io.argus.master.slo;
