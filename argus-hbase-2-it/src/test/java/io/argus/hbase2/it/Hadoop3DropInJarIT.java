package io.argus.hbase2.it;

import java.util.Map;

/**
 * HBase 2.6 on Hadoop 3, with the whole block cache on the heap. {@link BucketCacheIT} has its data
 * blocks in a BucketCache.
 */
class Hadoop3DropInJarIT extends HBase2Contract {
  Hadoop3DropInJarIT() {
    super(HBase2.onHadoop(3), Map.of());
  }
}
