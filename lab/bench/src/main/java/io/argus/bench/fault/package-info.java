/**
 * Faults that a cluster has, and what a checking client and two tenants see of them. Start with
 * {@link io.argus.bench.fault.FaultRun}; {@code kind} has the faults.
 */
@NullMarked
package io.argus.bench.fault;

import org.jspecify.annotations.NullMarked;
