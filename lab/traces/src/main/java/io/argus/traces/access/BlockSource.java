package io.argus.traces.access;

/** An endless sequence of block accesses. For use by one thread. */
@FunctionalInterface
interface BlockSource {
  /** Returns the number of the next block, from 0. */
  int next();
}
