/**
 * The tables of workloads: their rows, their regions, and what is done to them. Start with {@link
 * io.argus.load.table.WorkloadTables}, which each HBase generation extends.
 */
@NullMarked
package io.argus.load.table;

import org.jspecify.annotations.NullMarked;
