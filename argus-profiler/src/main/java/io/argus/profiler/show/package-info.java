/** Pictures of a performance function. Start with {@link io.argus.profiler.show.HeatMap}. */
@NullMarked
package io.argus.profiler.show;

import org.jspecify.annotations.NullMarked;
