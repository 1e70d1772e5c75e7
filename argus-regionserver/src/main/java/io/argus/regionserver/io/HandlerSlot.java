package io.argus.regionserver.io;

/**
 * Port to the handler slot in which a request runs: I/O admission has the request leave it while it
 * waits for HDFS or reads from it.
 *
 * <p>Called by the thread of the request, except where marked otherwise.
 */
public interface HandlerSlot {
  /** Of work that uses no handler slot, as background work does. */
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

  /**
   * Between two pieces: lets other tenants have the slot, if they are next.
   *
   * @param atRow false after a block that brought no row
   */
  void pause(boolean atRow);

  /**
   * Whether another thread waits for a lock of a region that whoever reads there holds. Any thread
   * may ask.
   */
  boolean othersWait(Object region);
}
