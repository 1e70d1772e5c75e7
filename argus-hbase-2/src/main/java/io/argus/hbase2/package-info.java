/**
 * The shim for HBase 2.6. It translates between HBase and Argus and decides nothing.
 *
 * <p><b>In:</b> HBase's calls, through the entry classes that hbase-site.xml names: {@link
 * io.argus.hbase2.ArgusRpcSchedulerFactory}, {@link io.argus.hbase2.ArgusRegionServerCoprocessor},
 * {@link io.argus.hbase2.ArgusMasterCoprocessor} and {@link
 * io.argus.hbase2.ArgusFilterInitializer}. Their names, and those of {@link
 * io.argus.hbase2.ControlClient} and {@link io.argus.hbase2.server.HistoryClient}, never change.
 *
 * <p><b>Out:</b> implementations of the ports of {@code argus-regionserver} and {@code
 * argus-master}. Its jar, with all modules below, is the drop-in jar.
 *
 * <p><b>Start with</b> {@link io.argus.hbase2.ArgusRegionServerCoprocessor} and {@link
 * io.argus.hbase2.server.ServerNodes}, where the entry classes of one server meet. No exception of
 * Argus may reach HBase: a coprocessor that throws can abort its server.
 *
 * <p>The module must not import the shim for HBase 0.94. Classes in {@code org.apache.hadoop} are
 * there only for members that HBase keeps to its own packages.
 */
package io.argus.hbase2;
