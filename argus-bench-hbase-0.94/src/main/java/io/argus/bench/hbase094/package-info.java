/**
 * What the bench runs inside clients and region servers of HBase 0.94: the YCSB binding {@link
 * io.argus.bench.hbase094.HBase094Db}, the operations on {@link io.argus.bench.hbase094.Tables},
 * HDFS on an emulated disk, and a launcher for new JDKs. What the generations share is in
 * argus-bench-load.
 */
@NullMarked
package io.argus.bench.hbase094;

import org.jspecify.annotations.NullMarked;
