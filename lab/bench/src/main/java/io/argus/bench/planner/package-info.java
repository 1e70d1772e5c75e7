/**
 * How good the planner's plans are, and how long they take. Start with {@link
 * io.argus.bench.planner.PlannerBenchmark}.
 */
@NullMarked
package io.argus.bench.planner;

import org.jspecify.annotations.NullMarked;
