/**
 * Traces of block accesses: which row an operation of a YCSB workload reads, and the block in which
 * that row lies.
 *
 * <p>Start with {@link io.argus.traces.access.AccessPattern}. Everything is drawn from a seed.
 */
@NullMarked
package io.argus.traces.access;

import org.jspecify.annotations.NullMarked;
