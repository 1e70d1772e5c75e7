/**
 * A simulated cluster in a closed loop with the real master: clients that spread over their keys,
 * servers with a cache and a disk each, regions that move. Start with {@link
 * io.argus.bench.simulation.ClosedLoop}.
 */
@NullMarked
package io.argus.bench.simulation;

import org.jspecify.annotations.NullMarked;
