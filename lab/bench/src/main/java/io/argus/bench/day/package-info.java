/**
 * A compressed day of twelve tenants on stock HBase and on Argus. Start with {@link
 * io.argus.bench.day.Day}, which says what happens when; {@link io.argus.bench.day.DayRun} lets it
 * happen.
 */
@NullMarked
package io.argus.bench.day;

import org.jspecify.annotations.NullMarked;
