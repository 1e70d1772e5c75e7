/**
 * The commands behind {@code bin/argus-bench}: clusters, campaigns and measurements of a source
 * checkout. Operators do without them.
 *
 * <p>In: the words of a command line. Out: tables and reports of what was measured on clusters that
 * the commands start and stop.
 *
 * <p>Start with {@link io.argus.experiments.ArgusBench}. Each other package is a kind of
 * experiment, except {@code cluster} (the embedded cluster and its options), {@code systems} (what
 * a campaign compares), {@code campaign} (how a profile is measured) and {@code output}.
 *
 * <p>The module must not import HBase: it works with both generations. What needs HBase's classes
 * runs in a process of its own.
 */
@NullMarked
package io.argus.experiments;

import org.jspecify.annotations.NullMarked;
