package io.argus.hbase2.it;

/**
 * HBase 2.4 on Hadoop 2, with data blocks in a BucketCache outside of the heap. Its keys of blocks
 * do not name the file's path, and much that Argus asks for in HBase 2.6 is missing.
 */
class HBase24DropInJarIT extends HBase2Contract {
  HBase24DropInJarIT() {
    super(HBase2.of24(), OFF_HEAP);
  }

  /** {@link Hadoop3DropInJarIT} runs the whole contract. */
  @Override
  protected boolean isWhole() {
    return false;
  }
}
