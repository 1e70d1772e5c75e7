/**
 * The command {@code argus-bench profile}: measures performance functions and publishes them in the
 * catalogue from which the planner chooses.
 *
 * <p>Start with {@link io.argus.experiments.profile.ProfileRunCommand}.
 */
@NullMarked
package io.argus.experiments.profile;

import org.jspecify.annotations.NullMarked;
