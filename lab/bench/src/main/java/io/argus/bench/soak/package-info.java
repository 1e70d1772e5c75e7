/**
 * Hours of work: tenants that come and go while plans and settings change, and whether anything of
 * a server grows meanwhile. Start with {@link io.argus.bench.soak.SoakRun}; whether something grows
 * is for {@link io.argus.bench.soak.Trend} to say.
 */
@NullMarked
package io.argus.bench.soak;

import org.jspecify.annotations.NullMarked;
