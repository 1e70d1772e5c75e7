/**
 * What steering a large cluster costs: the real formats and the real master's code, simulated
 * region servers, no HBase. Start with {@link io.argus.bench.scale.TransportSimulation}.
 */
@NullMarked
package io.argus.bench.scale;

import org.jspecify.annotations.NullMarked;
