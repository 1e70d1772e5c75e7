/**
 * Where regions should be: which moves would make the cluster fairer. Pure: no clock, threads or
 * I/O. Start with {@link io.argus.master.placement.PlacementSearch}.
 */
package io.argus.master.placement;
