/**
 * The command {@code argus profile}: measures performance functions, shows them, and keeps the
 * catalogue from which the planner chooses.
 *
 * <p>Start with {@code ProfileRunCommand}.
 */
package io.argus.cli.profile;
