/**
 * The command {@code argus profile}: measures performance functions, and manages the catalogue from
 * which the planner chooses.
 *
 * <p>Start with {@link io.argus.cli.profile.ProfileRunCommand}.
 */
@NullMarked
package io.argus.cli.profile;

import org.jspecify.annotations.NullMarked;
