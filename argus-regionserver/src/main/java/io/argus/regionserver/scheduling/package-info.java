/**
 * What handler admission and I/O admission share; it knows neither. Start with {@link
 * io.argus.regionserver.scheduling.DeficitRoundRobin}.
 */
package io.argus.regionserver.scheduling;
