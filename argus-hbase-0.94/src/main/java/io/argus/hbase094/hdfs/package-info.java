/**
 * The HDFS client of a region server: it counts the bytes that each thread reads, and opens streams
 * only for sequential readers. Start with {@link io.argus.hbase094.hdfs.CountedHdfs}.
 */
package io.argus.hbase094.hdfs;
