/**
 * The client process of one tenant, for any HBase generation, and the workloads that it drives.
 *
 * <p>In: {@code key=value} arguments with the YCSB binding, the threads and the workload, then one
 * line of standard input for each run. Out: {@link io.argus.bench.load.LoadLine}s on standard
 * output, one for every second and one for the result.
 *
 * <p>Start with {@link io.argus.bench.load.LoadClient}, which measures runs for the bench, and
 * {@link io.argus.bench.load.Preset}, the workloads of the experiments. {@link
 * io.argus.bench.load.EndlessLoad} is the client of the profiler. {@link
 * io.argus.bench.load.HBaseDb} is what each generation extends.
 *
 * <p>This module runs inside clients and region servers. It must not import HBase, Hadoop or any
 * other module of Argus.
 */
@NullMarked
package io.argus.bench.load;

import org.jspecify.annotations.NullMarked;
