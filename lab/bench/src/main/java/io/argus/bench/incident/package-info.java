/**
 * Experiments in which something happens to a region server under load: a region moves, a server is
 * killed, a server is of an earlier version. Start with {@link
 * io.argus.bench.incident.MoveExperiment}.
 */
@NullMarked
package io.argus.bench.incident;

import org.jspecify.annotations.NullMarked;
