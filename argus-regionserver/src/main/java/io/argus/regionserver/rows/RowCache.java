package io.argus.regionserver.rows;

import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows that answer gets: a fixed part of each tenant's share of the block cache, which has as many
 * bytes less for blocks as the rows take. A tenant never borrows for its rows.
 *
 * <p>The rows of a region are kept from {@link #open} to {@link Region#forget}. Whoever changes a
 * row says so by {@link Region#begin} and {@link Region#end}.
 *
 * <p>Safe for use by any thread. A hit waits for no lock.
 */
public final class RowCache {
  /** What a platform keeps of a row. Immutable. */
  public interface Row {
    /** The bytes that it takes on the heap, without its key. */
    long heapBytes();
  }

  /** The figures of a tenant since it had its first row. Immutable. */
  public static final class Figures {
    private final Tenant tenant;
    private final long hits;
    private final long misses;
    private final long refused;
    private final long bytes;

    private Figures(Tenant tenant, long bytes) {
      this.tenant = tenant;
      this.hits = tenant.hits.sum();
      this.misses = tenant.misses.sum();
      this.refused = tenant.refused.sum();
      this.bytes = bytes;
    }

    public TenantId tenant() {
      return tenant.id;
    }

    /** Gets that rows answered. */
    public long hits() {
      return hits;
    }

    /** Gets that rows could answer and did not. */
    public long misses() {
      return misses;
    }

    /** Rows that were read and not kept: too large, or written meanwhile. */
    public long refused() {
      return refused;
    }

    /** On the heap. */
    public long bytes() {
      return bytes;
    }
  }

  private static final class Tenant {
    final TenantId id;
    final LongAdder hits = new LongAdder();
    final LongAdder misses = new LongAdder();
    final LongAdder refused = new LongAdder();

    Tenant(TenantId id) {
      this.id = id;
    }
  }

  private final PartitionedCache<?, ?> blocks;
  private final double part;
  private final PartitionedCache<RowKey, Row> rows;
  private final ConcurrentMap<TenantId, Tenant> tenants = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Region> regions = new ConcurrentHashMap<>();
  private final AtomicLong opened = new AtomicLong();
  private volatile boolean answering = true;
  private volatile long maxBytes = Long.MAX_VALUE;

  /**
   * @param blocks the block cache whose shares the rows take a part of
   * @param part of each share, 0..1
   */
  public RowCache(PartitionedCache<?, ?> blocks, double part) {
    this.blocks = blocks;
    this.part = part;
    this.rows =
        new PartitionedCache<>(
            (long) (part * blocks.capacityBytes()), new Accounting(blocks), false);
  }

  /** Counts the bytes of rows in the block cache's partitions. */
  private static final class Accounting implements BlockReferences<RowKey, Row> {
    private final PartitionedCache<?, ?> blocks;

    Accounting(PartitionedCache<?, ?> blocks) {
      this.blocks = blocks;
    }

    @Override
    public boolean retain(Row row) {
      return true;
    }

    @Override
    public void release(Row row) {}

    @Override
    public long heapBytes(RowKey key, Row row) {
      return PartitionedCache.ENTRY_HEAP_BYTES
          + RowKey.HEAP_BYTES
          + key.row.length
          + row.heapBytes();
    }

    @Override
    public void entered(RowKey key, Row row, long heapBytes) {
      blocks.occupy(key.region.tenant.id, heapBytes);
    }

    @Override
    public void left(RowKey key, Row row, long heapBytes) {
      blocks.occupy(key.region.tenant.id, -heapBytes);
    }
  }

  /** Puts the shares of a plan in force. To be called before the blocks' own. */
  public void apply(Plan plan) {
    rows.apply(plan);
  }

  /**
   * Says whether rows answer gets, and which are kept. While they do not, they are still told of
   * writes.
   *
   * @param newMaxBytes largest row that is kept
   */
  public void configure(boolean nowAnswering, long newMaxBytes) {
    maxBytes = newMaxBytes;
    answering = nowAnswering;
    if (!nowAnswering) {
      rows.clear();
    }
  }

  /** Whether rows answer gets now. */
  public boolean isAnswering() {
    return answering;
  }

  /** Follows the size of the block cache, and forgets tenants without rows. */
  public void check() {
    long capacityBytes = (long) (part * blocks.capacityBytes());
    if (capacityBytes != rows.capacityBytes()) {
      rows.resize(capacityBytes);
    }
    rows.dropIdle();
  }

  /** Returns the figures of the tenants that have or had tables whose rows are kept. */
  public List<Figures> figures() {
    return tenants.values().stream()
        .map(tenant -> new Figures(tenant, rows.usedBytes(tenant.id)))
        .collect(Collectors.toList());
  }

  /**
   * Returns the rows of a region, none at first. If it is open already, they are the same ones for
   * both callers, so that each learns of the other's writes.
   *
   * @param name of the region, no other of this server has it
   */
  public Region open(String name, TenantId tenant) {
    Region region =
        regions.computeIfAbsent(
            name, key -> new Region(key, tenants.computeIfAbsent(tenant, Tenant::new)));
    region.beginAll();
    region.endAll();
    return region;
  }

  /** The rows of one region. Safe for use by any thread. */
  public final class Region {
    private final String name;
    private final Tenant tenant;
    private final RowStamps stamps = new RowStamps();

    /** Names its rows together: a region that is opened again is another one. */
    private final String group;

    private volatile boolean closed;

    private Region(String name, Tenant tenant) {
      this.name = name;
      this.tenant = tenant;
      this.group = name + "/" + opened.incrementAndGet();
    }

    /**
     * Looks for a row.
     *
     * @param answer whether what is kept of the row answers the get, and answers it if so
     * @return whether it was answered
     */
    public boolean answer(byte[] row, Predicate<Row> answer) {
      Row kept = closed || !answering ? null : rows.get(new RowKey(this, row));
      if (kept != null && answer.test(kept)) {
        tenant.hits.increment();
        return true;
      }
      return false;
    }

    /**
     * Returns a stamp for {@link #fill}, taken before the row is read.
     *
     * @param readPoint of the region, before this call
     */
    public long stamp(byte[] row, long readPoint) {
      tenant.misses.increment();
      return closed || !answering
          ? RowStamps.NONE
          : stamps.stamp(new RowKey(this, row).stripe(), readPoint);
    }

    /**
     * Keeps what was read of a row if nothing wrote it since the stamp was taken.
     *
     * @param row not written to any more
     * @param read null if it cannot be kept
     * @param merge of what is kept of the row, and of what was read
     */
    public void fill(byte[] row, long stamp, @Nullable Row read, BinaryOperator<Row> merge) {
      RowKey key = new RowKey(this, row);
      boolean kept = read != null && stamps.fill(key.stripe(), stamp, () -> keep(key, read, merge));
      if (!kept) {
        tenant.refused.increment();
      }
    }

    private boolean keep(RowKey key, Row read, BinaryOperator<Row> merge) {
      if (closed || !answering) {
        return false;
      }
      Row before = rows.peek(key);
      Row now = before == null ? read : merge.apply(before, read);
      if (now.heapBytes() > maxBytes) {
        return false;
      }
      rows.evict(key);
      return rows.put(key, now, tenant.id, group, false);
    }

    /**
     * Begins a write of a row that nobody sees yet, and removes the row.
     *
     * @return what to {@link #end}
     */
    public int begin(byte[] row) {
      RowKey key = new RowKey(this, row);
      int stripe = key.stripe();
      stamps.begin(stripe, () -> rows.evict(key));
      return stripe;
    }

    /**
     * Ends a write before it is acknowledged.
     *
     * @param visibleFrom the read point from which every reader sees it; 0 if every one does now
     */
    public void end(int begun, long visibleFrom) {
      stamps.end(begun, visibleFrom);
    }

    /** Begins a change of any row of the region, and removes all. */
    public void beginAll() {
      stamps.beginAll(() -> rows.evictFile(group));
    }

    /** Ends a change of any row of the region that every reader sees now. */
    public void endAll() {
      stamps.endAll();
    }

    /** Removes all rows and keeps none from now on: others may write them. */
    public void close() {
      closed = true;
      beginAll();
    }

    /** Lets the region start anew when it is opened again. To be called once it is closed. */
    public void forget() {
      close();
      regions.remove(name, this);
    }

    /** Whether {@link #close} was called. */
    public boolean isClosed() {
      return closed;
    }
  }
}
