/**
 * How a plan reaches this server, and how one server is switched off. Start with {@link
 * io.argus.regionserver.plan.PlanApplier}.
 */
package io.argus.regionserver.plan;
