/**
 * How many servers meet the SLOs, and what other numbers of servers would give. Pure: no clock,
 * threads or I/O. Start with {@link io.argus.master.capacity.CapacitySearch}.
 */
package io.argus.master.capacity;
