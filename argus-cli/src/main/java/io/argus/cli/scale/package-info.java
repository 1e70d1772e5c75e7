/**
 * The command {@code argus bench scale}: what steering a large cluster costs and brings. Start with
 * {@link io.argus.cli.scale.ScaleCommand}.
 */
@NullMarked
package io.argus.cli.scale;

import org.jspecify.annotations.NullMarked;
