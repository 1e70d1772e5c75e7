package io.argus.profiler.campaign;

import org.HdrHistogram.Histogram;

/**
 * What a client did in one second.
 *
 * @param operations that succeeded
 * @param errors operations that failed
 * @param latenciesMicros of those that succeeded
 */
public record LoadSecond(long operations, long errors, Histogram latenciesMicros) {}
