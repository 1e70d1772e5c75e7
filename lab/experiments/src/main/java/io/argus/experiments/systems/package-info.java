/**
 * The systems that a campaign compares: stock HBase, tuned HBase, rivals and Argus, and what has to
 * be prepared before each workload mix.
 *
 * <p>Start with {@link io.argus.experiments.systems.ComparedSystems}.
 */
@NullMarked
package io.argus.experiments.systems;

import org.jspecify.annotations.NullMarked;
