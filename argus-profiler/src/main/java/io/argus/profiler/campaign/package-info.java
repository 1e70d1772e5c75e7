/** The campaign: workload, points, steady state, results file. */
@NullMarked
package io.argus.profiler.campaign;

import org.jspecify.annotations.NullMarked;
