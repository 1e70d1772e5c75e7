/**
 * The command {@code argus cluster}, and the embedded cluster that experiments start.
 *
 * <p>Start with {@link io.argus.cli.cluster.EmbeddedOptions}.
 */
@NullMarked
package io.argus.cli.cluster;

import org.jspecify.annotations.NullMarked;
