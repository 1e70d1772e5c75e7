/**
 * What tenants used, added up for an answer: {@link io.argus.master.metering.sums.UsageSums}. Pure.
 */
package io.argus.master.metering.sums;
