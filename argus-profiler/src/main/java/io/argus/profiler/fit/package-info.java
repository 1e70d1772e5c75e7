/**
 * Fits of a performance function to measured points, and the choice of the next point. Pure: no
 * I/O, no clock. Start with {@link io.argus.profiler.fit.FitChoice}.
 */
package io.argus.profiler.fit;
