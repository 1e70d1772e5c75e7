package io.argus.hbase2.it;

import java.util.Map;

/** With the whole block cache on the heap. {@link Hadoop3DropInJarIT} runs the whole contract. */
class Hadoop2DropInJarIT extends HBase2Contract {
  Hadoop2DropInJarIT() {
    super(2, Map.of());
  }

  @Override
  protected boolean isWhole() {
    return false;
  }
}
