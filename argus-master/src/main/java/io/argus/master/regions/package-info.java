/**
 * What regions there are, what they serve and what they need most. Pure: no clock, threads or I/O.
 * {@link io.argus.master.regions.RegionRates} makes them of what the platform counts. {@link
 * io.argus.master.regions.RegionNeeds} and {@link io.argus.master.regions.LoadImbalance} are for
 * HBase's own balancer.
 */
package io.argus.master.regions;
