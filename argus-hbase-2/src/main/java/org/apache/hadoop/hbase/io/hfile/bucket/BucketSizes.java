package org.apache.hadoop.hbase.io.hfile.bucket;

/**
 * The sizes of blocks that a BucketCache has places for: how many buckets are of each size, and how
 * many of their places are free, as of one moment.
 *
 * <p>Sizes go by their index. Not safe for use by several threads.
 */
public final class BucketSizes {
  private final int[] buckets;
  private final long[] free;
  private final long[] used;
  private final int[] bytes;

  /** Looks at each bucket once. The last bucket of a size never changes it, so all sizes show. */
  BucketSizes(BucketAllocator.Bucket[] all) {
    int sizes = 0;
    for (BucketAllocator.Bucket bucket : all) {
      sizes = Math.max(sizes, bucket.sizeIndex() + 1);
    }
    buckets = new int[sizes];
    free = new long[sizes];
    used = new long[sizes];
    bytes = new int[sizes];
    for (BucketAllocator.Bucket bucket : all) {
      if (!bucket.isUninstantiated()) {
        int size = bucket.sizeIndex();
        buckets[size]++;
        free[size] += bucket.freeCount();
        used[size] += bucket.usedCount();
        bytes[size] = bucket.getItemAllocationSize();
      }
    }
  }

  int count() {
    return buckets.length;
  }

  /** Bytes of a place. */
  int bytes(int size) {
    return bytes[size];
  }

  /** Free places, without those of buckets that belong to no size yet. */
  public long free(int size) {
    return free[size];
  }

  /** Places taken. */
  public long used(int size) {
    return used[size];
  }

  /**
   * Whether a bucket can be emptied: it is not the last one of its size, and others have the places
   * for what is in it.
   */
  public boolean canEmpty(int size, int freeInBucket, int blocks) {
    return buckets[size] > 1 && blocks <= free[size] - freeInBucket;
  }

  /** A bucket of that size is going to be emptied, its blocks go into other ones. */
  public void emptied(int size, int freeInBucket, int blocks) {
    buckets[size]--;
    free[size] -= freeInBucket + blocks;
  }
}
