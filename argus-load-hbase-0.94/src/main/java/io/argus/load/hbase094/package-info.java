/**
 * What runs inside clients and region servers of HBase 0.94: the YCSB binding {@link
 * io.argus.load.hbase094.HBase094Db}, the operations on {@link io.argus.load.hbase094.Tables}, HDFS
 * on an emulated disk, and a launcher for new JDKs. What the generations share is in argus-load.
 */
package io.argus.load.hbase094;
