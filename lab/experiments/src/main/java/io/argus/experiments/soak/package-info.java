/**
 * The command {@code argus-bench soak}: its options, and the operator who gives commands meanwhile.
 * Start with {@link io.argus.experiments.soak.SoakCommand}.
 */
@NullMarked
package io.argus.experiments.soak;

import org.jspecify.annotations.NullMarked;
