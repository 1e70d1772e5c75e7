package io.argus.traces.report;

import io.argus.traces.policy.TracedSystem.Kind;
import java.util.List;

/**
 * A system on one trace.
 *
 * @param system name
 * @param hitRatios hits / accesses after the warm-up, one for each size of the cache
 * @param recoveries one for each size of the cache; empty if the hot set does not move
 */
public record SystemResult(
    String system, Kind kind, List<Double> hitRatios, List<Recovery> recoveries) {}
