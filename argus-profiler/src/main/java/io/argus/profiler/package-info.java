/**
 * The profiler: it measures the throughput of one workload under pinned reservations and fits a
 * performance function to it.
 *
 * <p>In: a {@link io.argus.profiler.campaign.Workload}, a {@link
 * io.argus.profiler.campaign.ProfiledCluster} and a {@link io.argus.profiler.fit.Design} that
 * chooses the points. Out: a results file of JSON lines that a later run continues, and a profile
 * for the performance catalogue, see {@link io.argus.profiler.campaign.Profiles}.
 *
 * <p>Start with {@link io.argus.profiler.campaign.Campaign} and {@link
 * io.argus.profiler.fit.FitChoice}. {@code argus-bench profile} in lab/experiments connects them to
 * a real cluster.
 *
 * <p>The module must not import HBase, Hadoop, argus-master or argus-regionserver: it knows
 * clusters only through the interface.
 */
package io.argus.profiler;
