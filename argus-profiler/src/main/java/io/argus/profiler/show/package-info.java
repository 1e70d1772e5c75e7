/** Pictures of a performance function. Start with {@link io.argus.profiler.show.HeatMap}. */
package io.argus.profiler.show;
