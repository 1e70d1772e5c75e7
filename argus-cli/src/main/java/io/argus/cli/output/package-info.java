/**
 * How commands print: formats, tables, JSON, files and progress.
 *
 * <p>Start with {@link io.argus.cli.output.Output}.
 */
package io.argus.cli.output;
