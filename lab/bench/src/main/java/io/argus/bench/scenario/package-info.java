/**
 * Scenarios: workloads or the disk change during a run, and the report shows how fast tenants and
 * planner adapt. Start with {@link io.argus.bench.scenario.ScenarioRun}.
 */
@NullMarked
package io.argus.bench.scenario;

import org.jspecify.annotations.NullMarked;
