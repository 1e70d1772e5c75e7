/**
 * The commands that change settings of a running cluster: {@code mode}, {@code off}, {@code on},
 * {@code set}, {@code unset}, {@code slo}; and {@code settings}, which shows them.
 *
 * <p>Start with {@link io.argus.cli.control.SettingsChange}, which all changes go through.
 */
package io.argus.cli.control;
