/**
 * What runs inside clients and region servers of HBase 2: the YCSB binding {@link
 * io.argus.load.hbase2.HBase2Db}, the operations on {@link io.argus.load.hbase2.Tables}, and HDFS
 * on an emulated disk. What the generations share is in argus-load.
 */
package io.argus.load.hbase2;
