/** Pure fits of a performance function to measured points, and where to measure next. */
@NullMarked
package io.argus.profiler.fit;

import org.jspecify.annotations.NullMarked;
