/**
 * The stored plans and performance profiles of the cluster. Start with {@link
 * io.argus.master.plans.PlanLedger}.
 */
package io.argus.master.plans;
