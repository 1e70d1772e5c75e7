package io.argus.traces.policy;

import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CacheableDeserializer;

/**
 * A data block on the heap without content. It tells the size of a real block, and caches account
 * for it as for one. It needs no reference count.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class EmptyBlock implements Cacheable {
  /** Heap bytes that it tells to take. */
  public static final int BYTES = 64 << 10;

  static final EmptyBlock INSTANCE = new EmptyBlock();

  private EmptyBlock() {}

  @Override
  public long heapSize() {
    return BYTES;
  }

  @Override
  public BlockType getBlockType() {
    return BlockType.DATA;
  }

  @Override
  public int getSerializedLength() {
    return 0;
  }

  @Override
  public void serialize(ByteBuffer destination, boolean includeNextBlockMetadata) {
    throw new UnsupportedOperationException("an empty block has no content");
  }

  @Override
  public CacheableDeserializer<Cacheable> getDeserializer() {
    throw new UnsupportedOperationException("an empty block has no content");
  }
}
