package io.argus.hbase2.it;

import java.util.Map;

/** With data blocks in a BucketCache outside of the heap. */
class Hadoop3DropInJarIT extends HBase2Contract {
  Hadoop3DropInJarIT() {
    super(3, Map.of("hbase.bucketcache.ioengine", "offheap", "hbase.bucketcache.size", "96"));
  }
}
