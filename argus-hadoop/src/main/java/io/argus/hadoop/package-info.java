/** Recorded history on HDFS, with what Hadoop 1, 2 and 3 have in common. */
package io.argus.hadoop;
