/**
 * The commands that change settings of a running cluster: {@code set}, {@code unset}, {@code
 * enable}, {@code disable}, {@code on}, {@code off}; and {@code settings}, which shows them.
 *
 * <p>Start with {@link io.argus.cli.control.SettingsChange}, which all changes go through.
 */
package io.argus.cli.control;
