/**
 * The command {@code argus profile}: campaigns that measure performance functions on a running
 * cluster, and the catalogue from which the planner chooses.
 *
 * <p>Start with {@code ProfileRunCommand}; {@code ProfileCampaign} drives the workload and pins the
 * reservations of each point.
 */
package io.argus.cli.profile;
