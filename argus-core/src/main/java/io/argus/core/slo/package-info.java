/** The SLOs of tenants, which operators set. Start with {@link io.argus.core.slo.Slo}. */
package io.argus.core.slo;
