/**
 * The command {@code argus bench soak}: its options, and the operator who gives commands meanwhile.
 * Start with {@link io.argus.cli.soak.SoakCommand}.
 */
@NullMarked
package io.argus.cli.soak;

import org.jspecify.annotations.NullMarked;
