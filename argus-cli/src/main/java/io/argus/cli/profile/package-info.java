/**
 * The command {@code argus profile}: the catalogue of performance functions from which the planner
 * chooses. Experiments measure them.
 *
 * <p>Start with {@link io.argus.cli.profile.ProfileListCommand}.
 */
package io.argus.cli.profile;
