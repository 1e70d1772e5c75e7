package org.apache.hadoop.hbase.regionserver;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Access to regions and their locks, which HBase permits only in its own package.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ArgusRegionAccess {
  /** Takes a store and returns the lock of its files. */
  private static final MethodHandle STORE_LOCK = findStoreLock();

  private ArgusRegionAccess() {}

  /** Before HBase 2.5 it is the store's, since then that of its engine. */
  private static MethodHandle findStoreLock() {
    MethodType type = MethodType.methodType(ReadWriteLock.class, HStore.class);
    MethodHandles.Lookup members = MethodHandles.lookup();
    try {
      MethodHandle engine = members.findGetter(HStore.class, "storeEngine", StoreEngine.class);
      MethodHandle lock =
          members.findVirtual(
              StoreEngine.class, "getLock", MethodType.methodType(ReadWriteLock.class));
      return MethodHandles.filterReturnValue(engine, lock).asType(type);
    } catch (ReflectiveOperationException before25) {
      try {
        return members.findGetter(HStore.class, "lock", ReentrantReadWriteLock.class).asType(type);
      } catch (ReflectiveOperationException e) {
        throw new NoSuchFieldError(HStore.class.getName() + ".lock");
      }
    }
  }

  /**
   * Looks up what other versions of HBase have in another place.
   *
   * @throws LinkageError if it is nowhere
   */
  public static void requireMembers() {
    // The class is initialized by now.
  }

  /** Returns null if there is no such scanner. */
  public static @Nullable RegionScanner scannerOf(RSRpcServices services, long scannerId) {
    return services.getScanner(scannerId);
  }

  /** Returns the region that a scanner reads; null if it is not there any more. */
  public static @Nullable HRegion regionOf(HRegionServer server, RegionScanner scanner) {
    return server.getRegion(scanner.getRegionInfo().getEncodedName());
  }

  /** Counts a read that no scanner made, as HBase counts one of a scanner. */
  public static void countRead(HRegion region) {
    region.readRequestsCount.increment();
    MetricsRegion metrics = region.getMetrics();
    if (metrics != null) {
      metrics.updateReadRequestCount();
    }
  }

  /**
   * Whether a thread waits to close or split a region, or to change the store files of one of its
   * families, as a flush, a compaction or a bulk load does when it commits.
   */
  @SuppressWarnings("RestrictedApi") // HBase means it for its tests; nothing else tells
  public static boolean othersWait(HRegion region) {
    if (region.lock.hasQueuedThreads()) {
      return true;
    }
    for (HStore store : region.stores.values()) {
      ReadWriteLock lock = lockOf(store);
      if (lock instanceof ReentrantReadWriteLock
          && ((ReentrantReadWriteLock) lock).hasQueuedThreads()) {
        return true;
      }
    }
    return false;
  }

  private static ReadWriteLock lockOf(HStore store) {
    try {
      return (ReadWriteLock) STORE_LOCK.invokeExact(store);
    } catch (Throwable e) {
      throw new IllegalStateException(e); // it declares no exception
    }
  }
}
