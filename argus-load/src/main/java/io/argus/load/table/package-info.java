/**
 * The tables of workloads: their rows, their regions, and what is done to them. Start with {@link
 * io.argus.load.table.WorkloadTables}, which each HBase generation extends.
 */
package io.argus.load.table;
