/**
 * The command {@code argus-bench cluster}, and the embedded cluster that experiments start.
 *
 * <p>Start with {@link io.argus.experiments.cluster.EmbeddedOptions}.
 */
@NullMarked
package io.argus.experiments.cluster;

import org.jspecify.annotations.NullMarked;
