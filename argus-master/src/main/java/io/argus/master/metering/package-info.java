/**
 * What each tenant used, hour by hour, in an HBase table: {@link
 * io.argus.master.metering.Metering}. {@link io.argus.master.metering.UsageLedger} turns the totals
 * that region servers report into amounts, without clock, thread or table.
 */
package io.argus.master.metering;
