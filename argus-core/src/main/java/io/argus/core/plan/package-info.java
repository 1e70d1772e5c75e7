/**
 * The reservations of all tenants, and the scores that judge them. Start with {@link
 * io.argus.core.plan.Plan}.
 */
package io.argus.core.plan;
