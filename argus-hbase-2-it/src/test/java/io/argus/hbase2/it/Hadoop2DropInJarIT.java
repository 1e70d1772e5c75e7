package io.argus.hbase2.it;

import java.util.Map;

/**
 * With the whole block cache on the heap. {@link Hadoop3DropInJarIT} runs the whole contract; here
 * it runs as a whole only on another version of HBase.
 */
class Hadoop2DropInJarIT extends HBase2Contract {
  Hadoop2DropInJarIT() {
    super(2, Map.of());
  }

  @Override
  protected boolean isWhole() {
    return HBase2.isOtherVersion();
  }
}
