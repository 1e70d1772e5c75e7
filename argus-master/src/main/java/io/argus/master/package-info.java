/**
 * Argus on the active master: plans how the tenants share block cache and HDFS, and shows the state
 * of the cluster.
 *
 * <p>In come the usage reports and tables of the cluster, its settings, and what operators ask for.
 * Out go a plan for the region servers, a status, metrics and the web page. Start with {@link
 * io.argus.master.MasterNode}, which an HBase shim drives, and {@link
 * io.argus.master.MasterPlanner}, whose round is the table of contents:
 *
 * <ol>
 *   <li>{@link io.argus.master.monitor.ClusterMonitor} reads the usage reports and the tenants;
 *   <li>{@link io.argus.master.plans.PlanLedger} reads the plan in force and the pinned plan;
 *   <li>{@link io.argus.master.model.PerformanceModel} models each tenant: performance function,
 *       bias, isolated throughput, whether it is demand-limited;
 *   <li>{@link io.argus.master.decision.ReturningTenants} gives tenants that speed up their shares
 *       back at once;
 *   <li>{@link io.argus.master.PlanningSchedule} says whether a decision is due;
 *   <li>{@link io.argus.master.planner.HillClimbing} searches for the best effective shares;
 *   <li>{@link io.argus.master.decision.DecisionMaker} turns them into guaranteed shares, and
 *       publishes them if they gain enough;
 *   <li>{@link io.argus.master.plans.PlanLedger} stores the plan for the region servers, and keeps
 *       the last ones;
 *   <li>{@link io.argus.master.status.StatusBoard} publishes the {@link
 *       io.argus.master.status.Round}, from which {@link io.argus.master.metrics.ClusterMetrics}
 *       and {@link io.argus.master.page.MasterPage} are made.
 * </ol>
 *
 * <p>{@link io.argus.master.regions.RegionRates} and {@link
 * io.argus.master.placement.PlacementSearch} advise on where regions should be; {@link
 * io.argus.master.capacity.CapacitySearch} says how many servers it takes.
 *
 * <p>Packages import each other only in this order: monitor, planner, model, decision, regions,
 * placement, capacity, plans, status, metrics and page. The module must not import HBase, Hadoop,
 * servlets or {@code io.argus.regionserver}.
 */
package io.argus.master;
