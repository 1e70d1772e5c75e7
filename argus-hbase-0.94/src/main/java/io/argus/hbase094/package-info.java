/**
 * The shim for HBase 0.94. It translates between HBase and Argus and decides nothing.
 *
 * <p><b>In:</b> HBase's calls, through the entry classes that hbase-site.xml names: {@link
 * io.argus.hbase094.ArgusRegionServer}, a subclass of HBase's region server, and {@link
 * io.argus.hbase094.ArgusMasterObserver}. Their names never change, nor does that of {@code
 * HistoryClient}, which {@code bin/argus} starts.
 *
 * <p><b>Out:</b> implementations of the ports of {@code argus-regionserver} and {@code
 * argus-master}. Its jar, with all modules below, is the drop-in jar.
 *
 * <p><b>Start with</b> {@link io.argus.hbase094.ArgusRegionServer} and {@link
 * io.argus.hbase094.Preparation}, which runs before HBase constructs the server. No exception of
 * Argus may reach HBase.
 *
 * <p>The module must not import the shim for HBase 2. Classes in {@code org.apache.hadoop} are
 * there only for members that HBase and Hadoop keep to their own packages.
 */
package io.argus.hbase094;
