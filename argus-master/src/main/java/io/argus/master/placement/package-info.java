/**
 * Where regions should be: which moves would make the cluster fairer, and what each region needs
 * most. {@link io.argus.master.placement.PlacementSearch} finds the moves, {@link
 * io.argus.master.placement.RegionNeeds} is for HBase's own balancer.
 */
package io.argus.master.placement;
