package io.argus.regionserver.cache;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A block whose reference count fails on a double release and on a use after free. */
final class CountedBlock {
  /** Its port, which counts the blocks and bytes that have entered and not left. */
  static final class References implements BlockReferences<String, CountedBlock> {
    final AtomicLong blocks = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();

    /** Is told the key of each block that made room. */
    volatile Consumer<String> evictions = key -> {};

    @Override
    public void evicted(String key) {
      evictions.accept(key);
    }

    @Override
    public boolean retain(CountedBlock block) {
      return block.retain();
    }

    @Override
    public void release(CountedBlock block) {
      block.release();
    }

    @Override
    public long heapBytes(String key, CountedBlock block) {
      return block.heapBytes;
    }

    @Override
    public void entered(String key, CountedBlock block, long heapBytes) {
      blocks.incrementAndGet();
      bytes.addAndGet(heapBytes);
    }

    @Override
    public void left(String key, CountedBlock block, long heapBytes) {
      block.use();
      blocks.decrementAndGet();
      bytes.addAndGet(-heapBytes);
    }
  }

  private final AtomicInteger references = new AtomicInteger(1);
  private final long heapBytes;

  /** Creates a block with one reference, for the caller. */
  CountedBlock(long heapBytes) {
    this.heapBytes = heapBytes;
  }

  private boolean retain() {
    return references.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
  }

  void release() {
    if (references.decrementAndGet() < 0) {
      throw new IllegalStateException("released once too often");
    }
  }

  void use() {
    if (references.get() <= 0) {
      throw new IllegalStateException("used after it was freed");
    }
  }

  int references() {
    return references.get();
  }
}
