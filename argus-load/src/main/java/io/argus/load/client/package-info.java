/**
 * The client process of one tenant, for any HBase generation, and the workloads that it drives.
 *
 * <p>In: {@code key=value} arguments with the YCSB binding, the threads and the workload, then one
 * line of standard input for each run. Out: {@link io.argus.load.client.LoadLine}s on standard
 * output, one for every second and one for the result.
 *
 * <p>Start with {@link io.argus.load.client.LoadClient}, which measures runs, and {@link
 * io.argus.load.client.Preset}, the workloads of the experiments. {@link
 * io.argus.load.client.EndlessLoad} is the client of the profiler. {@link
 * io.argus.load.client.HBaseDb} is what each generation extends.
 *
 * <p>This module runs inside clients and region servers. It must not import HBase, Hadoop or any
 * other module of Argus.
 */
package io.argus.load.client;
