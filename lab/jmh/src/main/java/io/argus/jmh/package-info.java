/**
 * Microbenchmarks: what the block cache and the call queue of Argus cost per operation, compared
 * with those of HBase.
 *
 * <p>In: the options of {@link io.argus.jmh.Main}. Out: a table of CPU and elapsed times with their
 * ratios, see {@code Comparison}.
 *
 * <p>Start with {@link io.argus.jmh.CacheGet} and {@link io.argus.jmh.Queueing}. The subjects are
 * built in {@code Caches} and {@code CallQueue}: HBase's own classes, and those of Argus as the
 * shim for HBase 2 makes them.
 *
 * <p>This module may import everything for HBase 2. No other module may import it.
 */
@NullMarked
package io.argus.jmh;

import org.jspecify.annotations.NullMarked;
