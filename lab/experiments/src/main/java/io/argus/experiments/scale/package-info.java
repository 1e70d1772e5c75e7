/**
 * The command {@code argus-bench scale}: what steering a large cluster costs and brings. Start with
 * {@link io.argus.experiments.scale.ScaleCommand}.
 */
@NullMarked
package io.argus.experiments.scale;

import org.jspecify.annotations.NullMarked;
