/**
 * What the traces show: hit ratios, recovery after a move, aims; as text, JSON and HTML.
 *
 * <p>Start with {@link io.argus.traces.report.TracesReport}.
 */
@NullMarked
package io.argus.traces.report;

import org.jspecify.annotations.NullMarked;
