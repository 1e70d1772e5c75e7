/**
 * The experiments of {@code argus-bench} in which something changes while they run: demand, disk,
 * access pattern. They measure how long Argus takes to adapt.
 *
 * <p>Start with {@link io.argus.experiments.scenario.ScenarioOptions}, which runs all of them.
 */
@NullMarked
package io.argus.experiments.scenario;

import org.jspecify.annotations.NullMarked;
