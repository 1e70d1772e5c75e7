package io.argus.profiler.campaign;

import org.HdrHistogram.Histogram;

/**
 * What a client did in one second.
 *
 * @param operations operations that succeeded
 * @param errors operations that failed
 * @param latenciesMicros of the operations that succeeded
 */
public record LoadSecond(long operations, long errors, Histogram latenciesMicros) {}
