/**
 * The models of the tenants: what throughput each would reach with other shares, and alone. Start
 * with {@link io.argus.master.model.PerformanceModel}.
 */
package io.argus.master.model;
