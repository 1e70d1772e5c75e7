/**
 * What the bench runs inside clients and region servers of HBase 2: the YCSB binding {@link
 * io.argus.bench.hbase2.HBase2Db}, the operations on {@link io.argus.bench.hbase2.Tables}, and HDFS
 * on an emulated disk. What the generations share is in argus-bench-load.
 */
@NullMarked
package io.argus.bench.hbase2;

import org.jspecify.annotations.NullMarked;
