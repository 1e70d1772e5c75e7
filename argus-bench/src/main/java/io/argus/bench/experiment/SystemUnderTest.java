package io.argus.bench.experiment;

import io.argus.bench.cluster.Plugin;

/**
 * One of the systems a campaign compares.
 *
 * @param name {@code stock} or {@code argus} in reports
 *     <p>Immutable.
 */
public record SystemUnderTest(String name, Plugin plugin) {}
