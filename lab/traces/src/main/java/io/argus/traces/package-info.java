/**
 * Hit ratios of Argus's cache over traces of block accesses, beside those of HBase's own caches and
 * of the optimum.
 *
 * <p>In: the options of {@link io.argus.traces.Main}. Out: tables, a JSON document, a page of
 * charts. {@link io.argus.traces.access.AccessPattern} makes the traces, {@link
 * io.argus.traces.policy.TracedSystem} lists the systems, {@link io.argus.traces.Comparison}
 * replays every trace on every system and size.
 *
 * <p>This module may import everything for HBase 2. No other module may import it.
 */
@NullMarked
package io.argus.traces;

import org.jspecify.annotations.NullMarked;
