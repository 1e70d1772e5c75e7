package io.argus.traces.policy;

import io.argus.traces.access.Trace;
import java.util.BitSet;

/** Decides which blocks a cache holds. Implementations are safe for use by any thread. */
@FunctionalInterface
public interface Policy {
  /**
   * Replays a trace on an empty cache.
   *
   * @param cacheBlocks size of the cache, in blocks of {@link EmptyBlock#BYTES}
   * @return the indexes of the accesses that are hits
   */
  BitSet hits(Trace trace, int cacheBlocks);
}
