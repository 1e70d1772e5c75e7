package io.argus.regionserver.io;

import io.argus.regionserver.runaway.RunawayWatch;
import org.jspecify.annotations.Nullable;

/**
 * Port to the handler slot in which a request runs: the request leaves its slot while it waits for
 * HDFS or reads from it.
 *
 * <p>Called by the thread of the request, except where marked otherwise.
 */
public interface HandlerSlot {
  /** For work that uses no handler slot, such as a compaction. */
  HandlerSlot NONE =
      new HandlerSlot() {
        @Override
        public void leave() {}

        @Override
        public void take() {}

        @Override
        public void pause(boolean atRow) {}

        @Override
        public boolean othersWait(Object region) {
          return false;
        }
      };

  /** Gives the slot away, if the request uses one. */
  void leave();

  /** Takes a slot again, if the request uses none. */
  void take();

  /** The request has waited for I/O admission. */
  default void waited(long nanos) {}

  /**
   * Between two pieces: looks whether the request has exceeded a limit, and lets other tenants have
   * the slot, if they are next.
   *
   * @param atRow false after a block that brought no row
   */
  void pause(boolean atRow);

  /**
   * Whether another thread waits for a lock that readers of this region hold. Any thread may ask.
   */
  boolean othersWait(Object region);

  /** What watches the request, null if no rule on runaway requests limits it. */
  default RunawayWatch.@Nullable OfThread watch() {
    return null;
  }
}
