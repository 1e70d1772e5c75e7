package io.argus.regionserver.rows;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.MissRatioCurve;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionStatistics;
import io.argus.regionserver.cache.PartitionedCache;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BinaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows that answer gets: a part of each tenant's share of the block cache, which has as many bytes
 * less for blocks as the rows take. A tenant never borrows for its rows. {@link RowSplit} moves the
 * part with the workload; it is 0 at first.
 *
 * <p>Of tables that keep no rows, gets are sampled, to say what rows would save.
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
    private final double couldSave;
    private final boolean keeps;

    private Figures(Tenant tenant, long bytes) {
      this.tenant = tenant;
      this.hits = tenant.hits.sum();
      this.misses = tenant.misses.sum();
      this.refused = tenant.refused.sum();
      this.bytes = bytes;
      this.couldSave = tenant.couldSave;
      this.keeps = tenant.keeps;
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

    /** Whether it has or had tables whose rows are kept. */
    public boolean keeps() {
      return keeps;
    }

    /** On the heap. */
    public long bytes() {
      return bytes;
    }

    /**
     * Blocks per second that would not be read if the other tables of the tenant kept rows; 0 if
     * that is within the error of the estimate.
     */
    public double couldSave() {
      return couldSave;
    }
  }

  private static final class Tenant {
    final TenantId id;
    final LongAdder hits = new LongAdder();
    final LongAdder misses = new LongAdder();
    final LongAdder refused = new LongAdder();
    final Workload kept = new Workload();
    final Workload notKept = new Workload();

    volatile double couldSave;
    volatile boolean keeps;

    /** Of its share, for rows. Guarded by the monitor of the cache. */
    double part;

    Tenant(TenantId id, double part) {
      this.id = id;
      this.part = part;
    }
  }

  /** The gets that HBase answered, of the tables of a tenant that keep rows or do not. */
  private static final class Workload {
    final LongAdder gets = new LongAdder();
    final LongAdder reads = new LongAdder();

    // Up to the last decision. Guarded by the monitor of the cache.
    long getsBefore;
    long readsBefore;
    double readsOfGet;

    /** Returns the blocks that each of them read since the last call; as then if there is none. */
    double readsOfGet() {
      long getsNow = gets.sum();
      long readsNow = reads.sum();
      if (getsNow > getsBefore) {
        readsOfGet = (readsNow - readsBefore) / (double) (getsNow - getsBefore);
      }
      getsBefore = getsNow;
      readsBefore = readsNow;
      return readsOfGet;
    }
  }

  /** How long a workload is watched before the part for rows may move. */
  static final long DECISION_NANOS = 5_000_000_000L;

  private final PartitionedCache<?, ?> blocks;
  private final double leastPart;
  private final double mostPart;
  private final LongSupplier nanoClock;
  private final PartitionedCache<RowKey, Row> rows;

  /** Keeps nothing: only samples the gets of tables that keep no rows. */
  private final PartitionedCache<RowKey, Row> others;

  private final Accounting accounting;

  @GuardedBy("this")
  private Map<TenantId, PartitionStatistics> rowsBefore = new HashMap<>();

  @GuardedBy("this")
  private Map<TenantId, PartitionStatistics> othersBefore = new HashMap<>();

  @GuardedBy("this")
  private Map<TenantId, PartitionStatistics> blocksBefore = new HashMap<>();

  @GuardedBy("this")
  private long decidedNanos;

  private final ConcurrentMap<TenantId, Tenant> tenants = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Region> regions = new ConcurrentHashMap<>();
  private final AtomicLong opened = new AtomicLong();
  private volatile boolean answering = true;
  private volatile long maxBytes = Long.MAX_VALUE;

  /**
   * @param blocks the block cache whose shares the rows take a part of
   * @param leastPart of each share, 0..1, whatever the workload
   * @param mostPart largest part of each share, 0..1
   */
  public RowCache(
      PartitionedCache<?, ?> blocks, double leastPart, double mostPart, LongSupplier nanoClock) {
    this.blocks = blocks;
    this.leastPart = leastPart;
    this.mostPart = mostPart;
    this.nanoClock = nanoClock;
    this.decidedNanos = nanoClock.getAsLong();
    this.accounting = new Accounting(blocks);
    this.rows = new PartitionedCache<>(blocks.capacityBytes(), accounting, false, nanoClock);
    this.others = new PartitionedCache<>(blocks.capacityBytes(), accounting, false, nanoClock);
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

  /**
   * Follows the size of the block cache, forgets tenants without rows, and moves the parts for rows
   * if it is time to. To be called every few seconds.
   */
  public synchronized void check() {
    long capacityBytes = blocks.capacityBytes();
    if (capacityBytes != rows.capacityBytes()) {
      rows.resize(capacityBytes);
      others.resize(capacityBytes);
    }
    rows.dropIdle();
    others.dropIdle();
    long sinceNanos = nanoClock.getAsLong() - decidedNanos;
    if (sinceNanos >= DECISION_NANOS) {
      decidedNanos += sinceNanos;
      decide(sinceNanos / 1e9, capacityBytes);
    }
  }

  @GuardedBy("this")
  private void decide(double seconds, long capacityBytes) {
    Map<TenantId, PartitionStatistics> rowsNow = byTenant(rows);
    Map<TenantId, PartitionStatistics> othersNow = byTenant(others);
    Map<TenantId, PartitionStatistics> blocksNow = byTenant(blocks);
    for (Tenant tenant : tenants.values()) {
      PartitionStatistics ofBlocks = blocksNow.get(tenant.id);
      if (ofBlocks == null || capacityBytes == 0) {
        continue;
      }
      double share = (double) ofBlocks.limitBytes() / capacityBytes;
      double held = Math.max(share, (double) blocks.usedBytes(tenant.id) / capacityBytes);
      MissRatioCurve lookups = ofBlocks.curveSince(blocksBefore.get(tenant.id), seconds);
      MissRatioCurve kept = curve(rowsNow, rowsBefore, tenant.id, seconds);
      tenant.part =
          Math.max(leastPart, RowSplit.next(kept, lookups, share, held, tenant.part, mostPart));
      rows.limit(tenant.id, tenant.part);
      rows.hitsAreWorth(tenant.id, tenant.kept.readsOfGet());
      MissRatioCurve notKept = curve(othersNow, othersBefore, tenant.id, seconds);
      tenant.couldSave = RowSplit.couldSave(notKept, lookups, share, held, mostPart - tenant.part);
    }
    rowsBefore = rowsNow;
    othersBefore = othersNow;
    blocksBefore = blocksNow;
  }

  private static MissRatioCurve curve(
      Map<TenantId, PartitionStatistics> now,
      Map<TenantId, PartitionStatistics> before,
      TenantId tenant,
      double seconds) {
    PartitionStatistics statistics = now.get(tenant);
    return statistics == null
        ? MissRatioCurve.NONE
        : statistics.curveSince(before.get(tenant), seconds);
  }

  private static Map<TenantId, PartitionStatistics> byTenant(PartitionedCache<?, ?> cache) {
    Map<TenantId, PartitionStatistics> statistics = new HashMap<>();
    cache.statistics().forEach(each -> statistics.put(each.tenant(), each));
    return statistics;
  }

  /** Returns the part for the rows of a tenant. */
  synchronized double part(TenantId tenant) {
    Tenant known = tenants.get(tenant);
    return known == null ? 0 : known.part;
  }

  /** Returns the figures of the tenants that have or had regions here. */
  public List<Figures> figures() {
    return tenants.values().stream()
        .map(tenant -> new Figures(tenant, rows.usedBytes(tenant.id)))
        .collect(Collectors.toList());
  }

  private Tenant begin(TenantId id) {
    rows.limit(id, leastPart);
    return new Tenant(id, leastPart);
  }

  /**
   * Returns the rows of a region, none at first. If it is open already, they are the same ones for
   * both callers, so that each learns of the other's writes.
   *
   * @param name of the region, no other of this server has it
   * @param keeps whether its rows are kept, else its gets are only sampled
   */
  public Region open(String name, TenantId tenant, boolean keeps) {
    Region region =
        regions.computeIfAbsent(
            name, key -> new Region(key, tenants.computeIfAbsent(tenant, this::begin), keeps));
    region.beginAll();
    region.endAll();
    return region;
  }

  /** The rows of one region. Safe for use by any thread. */
  public final class Region {
    private final String name;
    private final Tenant tenant;
    private final boolean keeps;
    private final Workload workload;
    private final RowStamps stamps;

    private final long number = opened.incrementAndGet();

    /** Of the order of opening: if that is the same, the same rows are in the sample. */
    final int hash = Long.hashCode(number * 0x9E3779B97F4A7C15L);

    /** Names its rows together: a region that is opened again is another one. */
    private final String group;

    private volatile boolean closed;

    private Region(String name, Tenant tenant, boolean keeps) {
      this.name = name;
      this.tenant = tenant;
      this.keeps = keeps;
      this.stamps = RowStamps.of(keeps);
      this.workload = keeps ? tenant.kept : tenant.notKept;
      if (keeps) {
        tenant.keeps = true;
      }
      this.group = name + "/" + number;
    }

    /** Whether its rows are kept. */
    public boolean keeps() {
      return keeps;
    }

    /** Counts a get, of a region whose rows are not kept; returns whether to {@link #sample} it. */
    public boolean samples(byte[] row) {
      return others.follows(new RowKey(this, row), tenant.id);
    }

    /**
     * Notes a get that HBase answered, of a region whose rows are not kept.
     *
     * @param blocksRead how many blocks it had to read
     */
    public void sample(byte[] row, @Nullable Row read, long blocksRead) {
      note(others, new RowKey(this, row), read, false, blocksRead);
    }

    private void note(
        PartitionedCache<RowKey, Row> cache,
        RowKey key,
        @Nullable Row read,
        boolean kept,
        long blocksRead) {
      workload.gets.increment();
      workload.reads.add(blocksRead);
      if (read != null && read.heapBytes() <= maxBytes) {
        cache.accessed(key, tenant.id, accounting.heapBytes(key, read), kept, (double) blocksRead);
      }
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
     * Returns a stamp for {@link #fill}, taken before the row is read, of a region whose rows are
     * kept.
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
     * @param blocksRead how many blocks the get had to read
     */
    public void fill(
        byte[] row, long stamp, @Nullable Row read, BinaryOperator<Row> merge, long blocksRead) {
      RowKey key = new RowKey(this, row);
      boolean kept = read != null && stamps.fill(key.stripe(), stamp, () -> keep(key, read, merge));
      note(rows, key, read, kept, blocksRead);
      if (kept) {
        rows.makeRoom(tenant.id);
        blocks.makeRoom(tenant.id);
      } else {
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
      return rows.keep(key, now, tenant.id, group);
    }

    /**
     * Begins a write of a row that nobody sees yet, and removes the row, of a region whose rows are
     * kept.
     *
     * @return what to {@link #end}
     */
    public int begin(byte[] row) {
      RowKey key = new RowKey(this, row);
      int stripe = key.stripe();
      stamps.begin(stripe, () -> rows.evict(key));
      rows.changed(key, tenant.id);
      return stripe;
    }

    /** Notes that a row is written, of a region whose rows are not kept. */
    public void changed(byte[] row) {
      others.changed(new RowKey(this, row), tenant.id);
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
