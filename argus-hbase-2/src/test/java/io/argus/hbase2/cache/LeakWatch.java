package io.argus.hbase2.cache;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.hbase.nio.RefCnt;
import org.apache.hbase.thirdparty.io.netty.util.ResourceLeakDetector;

/**
 * HBase's own detector of blocks whose last reference was dropped without being released, at its
 * strictest level (paranoid: every block is followed) as long as the watch is open.
 *
 * <p>One watch at a time. Its methods are for one thread.
 */
final class LeakWatch implements AutoCloseable {
  private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
  private final List<String> leaks = new CopyOnWriteArrayList<>();

  /** Starts it; what was dropped before does not count. */
  LeakWatch() throws InterruptedException {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    collect();
    RefCnt.detector.setLeakListener((type, records) -> leaks.add(type + " " + records));
  }

  /** Returns where each block came from that has been dropped without being released. */
  List<String> leaks() throws InterruptedException {
    collect();
    return leaks;
  }

  @Override
  public void close() {
    RefCnt.detector.setLeakListener(null);
    ResourceLeakDetector.setLevel(before);
  }

  /** Returns a reference count that the detector follows. Ones without a recycler it does not. */
  static RefCnt followed() {
    return RefCnt.create(() -> {});
  }

  /** Collects garbage, twice because references are queued in the background, and reports it. */
  private static void collect() throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      ReferenceQueue<Object> queue = new ReferenceQueue<>();
      PhantomReference<Object> dropped = new PhantomReference<>(new Object(), queue);
      while (queue.remove(100) != dropped) {
        System.gc();
      }
      // The detector reports what it has found whenever it begins to follow another one.
      followed().release();
    }
  }
}
