/**
 * The search for the best division of cache and HDFS among tenants with known performance
 * functions. Pure: no clock, threads or I/O, and no other package of the master. Start with {@link
 * io.argus.master.planner.HillClimbing}, and with {@link io.argus.master.planner.Objective} for
 * what is maximised.
 */
package io.argus.master.planner;
