/**
 * How commands print: formats, tables, JSON, files and progress.
 *
 * <p>Start with {@link io.argus.cli.output.Output}.
 */
@NullMarked
package io.argus.cli.output;

import org.jspecify.annotations.NullMarked;
