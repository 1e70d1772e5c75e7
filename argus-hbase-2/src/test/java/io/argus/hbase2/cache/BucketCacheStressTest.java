package io.argus.hbase2.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.cache.CacheEntry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCaches;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.nio.HBaseReferenceCounted;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Readers, writers, evictions and new plans at once on HBase's own BucketCache: no content is mixed
 * up, no memory leaks, and a tenant within its reservation loses nothing.
 *
 * <p>{@code -Dargus.soak.seconds=200} runs each of the three cases for so long.
 */
@Tag("long")
class BucketCacheStressTest {
  private static final Duration DURATION =
      Duration.ofSeconds(Long.getLong("argus.soak.seconds", 3));
  private static final long CAPACITY = 96L << 20;
  private static final int[] SIZES = {5_000, 16 * 1024, 64 * 1024};
  private static final int BLOCKS = 3_000;
  private static final int HELD = 8;
  private static final int TRIES = 10_000;

  /** Blocks that fit into the smallest reservation that a plan here gives. */
  private static final int KEPT = 300;

  @TempDir private java.nio.file.Path directory;

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stop;
  private BucketCache second;
  private ArgusCombinedBlockCache cache;
  private RegionServerNode<TableName, CallRunner> node;

  private static BlockCacheKey key(String tenant, int block) {
    return TenantNode.key(tenant, tenant + "-" + block % 20, block);
  }

  private static int bytes(int block) {
    return SIZES[block % SIZES.length];
  }

  private void put(String tenant, int block) {
    Cacheable made = HFileBlocks.of(bytes(block), block);
    cache.cacheBlock(key(tenant, block), made);
    made.release();
  }

  private static void requireContent(Cacheable block, int content) {
    if (HFileBlocks.content(block) != content) {
      throw new AssertionError("block " + content + " has the content of another");
    }
  }

  /** Reads a tenant's blocks, some of them much more than others, and holds the last few. */
  private void read(String tenant, long seed) {
    Random random = new Random(seed);
    Deque<Cacheable> held = new ArrayDeque<>();
    while (!stop) {
      int block = (int) (BLOCKS * Math.pow(random.nextDouble(), 3));
      Cacheable found = cache.getBlock(key(tenant, block), true, false, true);
      if (found == null) {
        put(tenant, block);
        continue;
      }
      requireContent(found, block);
      held.add(found);
      if (held.size() > HELD) {
        held.remove().release();
      }
    }
    held.forEach(Cacheable::release);
  }

  private void evictFiles(String tenant) {
    Random random = new Random(1);
    while (!stop) {
      cache.evictBlocksByHfileName(tenant + "-" + random.nextInt(20));
      cache.evictBlock(key(tenant, random.nextInt(BLOCKS)));
      Thread.yield();
    }
  }

  /**
   * Gives the tenant that keeps its blocks a fifth, and divides the rest otherwise again and again.
   */
  private void plan() {
    Random random = new Random(2);
    for (int version = 2; !stop; version++) {
      double share = 0.1 + 0.6 * random.nextDouble();
      List<Reservation> reservations = new ArrayList<>();
      reservations.add(reservation("kept", 0.2));
      reservations.add(reservation("reader", share));
      reservations.add(reservation("other", 0.8 - share));
      Plan plan =
          Plan.of(
              version,
              Plan.Mode.PINNED,
              0,
              random.nextBoolean(),
              reservations,
              PlanExplanation.because("test"));
      node.plans().accept(WireFormat.write(plan));
      Thread.yield();
    }
  }

  private static Reservation reservation(String tenant, double share) {
    return Reservation.of(TenantId.of(tenant), share, share);
  }

  private Thread start(String name, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Throwable t) {
                failures.add(t);
              }
            },
            name);
    thread.start();
    return thread;
  }

  @ParameterizedTest
  @ValueSource(strings = {"offheap", "file:", "mmap:"})
  void nothingIsMixedUpLeaksOrIsLost(String engine) throws Exception {
    try (LeakWatch watch = new LeakWatch()) {
      soak(engine);
      cache = null;
      second = null;
      node = null;
      assertThat(watch.leaks()).as("blocks never released").isEmpty();
    }
  }

  @Test
  void aBlockThatIsNeverReleasedIsNoticed() throws InterruptedException {
    try (LeakWatch watch = new LeakWatch()) {
      LeakWatch.followed().retain();
      assertThat(watch.leaks()).singleElement().asString().contains("aBlockThatIsNeverReleased");
    }
  }

  private void soak(String engine) throws Exception {
    node = TenantNode.of("kept", "reader", "other");
    second =
        BucketCaches.start(
            engine.endsWith(":") ? engine + directory.resolve("blocks") : engine, CAPACITY, null);
    cache = TenantNode.cache(node, CAPACITY, second);
    for (int i = 0; i < KEPT; i++) {
      put("kept", i);
      BucketCaches.awaitWriters(second);
    }
    List<Thread> threads =
        List.of(
            start("reader", () -> read("reader", 1)),
            start("other", () -> read("other", 2)),
            start("kept", this::readKept),
            start("evictions", () -> evictFiles("other")),
            start("plans", this::plan));
    long end = System.nanoTime() + DURATION.toNanos();
    for (Thread thread : threads) {
      thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
    }
    stop = true;
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    BucketCaches.awaitWriters(second);
    requireAgreement();
    assertThat(second.getStats().getEvictionCount()).as("HBase's own evictions").isZero();
    for (String tenant : List.of("kept", "reader", "other")) {
      for (int i = 0; i < 20; i++) {
        cache.evictBlocksByHfileName(tenant + "-" + i);
      }
    }
    assertThat(BucketCaches.usedBytes(second)).as("memory still in use").isZero();
    cache.shutdown();
  }

  /** A block that is being moved is not found for a moment. */
  private void readKept() {
    int tries = 0;
    for (int i = 0; !stop; ) {
      Cacheable found = cache.getBlock(key("kept", i), true, false, true);
      if (found == null && tries++ < TRIES) {
        Thread.yield();
        continue;
      }
      if (found == null) {
        throw new AssertionError("block " + i + " was evicted within the reservation");
      }
      requireContent(found, i);
      found.release();
      tries = 0;
      i = (i + 1) % KEPT;
    }
  }

  private void requireAgreement() {
    Map<BlockCacheKey, ? extends HBaseReferenceCounted> stored = second.getBackingMap();
    for (CacheEntry<BlockCacheKey, HBaseReferenceCounted> entry : cache.data().blocks().entries()) {
      assertThat(stored.get(entry.key())).isSameAs(entry.block());
    }
    assertThat(cache.data().blocks().blockCount()).isEqualTo(stored.size());
    assertThat(cache.data().blocks().usedBytes()).isEqualTo(BucketCaches.usedBytes(second));
    assertThat(node.components().statuses()).allMatch(status -> status.reason().isEmpty());
  }
}
