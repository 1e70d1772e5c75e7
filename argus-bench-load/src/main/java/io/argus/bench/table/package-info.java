/**
 * The tables of the bench: their rows, their regions, and what the bench does to them. Start with
 * {@link io.argus.bench.table.BenchTables}, which each HBase generation extends.
 */
@NullMarked
package io.argus.bench.table;

import org.jspecify.annotations.NullMarked;
