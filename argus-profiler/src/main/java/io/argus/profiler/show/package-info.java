/** Pictures of a performance function. */
@NullMarked
package io.argus.profiler.show;

import org.jspecify.annotations.NullMarked;
