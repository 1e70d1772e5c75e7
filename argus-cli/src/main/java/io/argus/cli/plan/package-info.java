/**
 * The command {@code argus plan}: shows, compares, predicts and pins reservations.
 *
 * <p>Start with {@link io.argus.cli.plan.PlanPin}, which pins and unpins.
 */
package io.argus.cli.plan;
