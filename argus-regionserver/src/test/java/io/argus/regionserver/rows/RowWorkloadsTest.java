package io.argus.regionserver.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** What rows and blocks save together under synthetic gets, and how the cache is split for it. */
class RowWorkloadsTest {
  private static final int ROWS_OF_BLOCK = 50;
  private static final int BLOCK_BYTES = 65_536;
  private static final int BLOCKS = 4_000;
  private static final int ROWS = BLOCKS * ROWS_OF_BLOCK;
  private static final long CAPACITY = BLOCKS * BLOCK_BYTES * 3L / 10;

  /** With what it takes on the heap besides. */
  private static final int ROW_BYTES = 1_800;

  private static final double MOST = 0.75;
  private static final int GETS_PER_SECOND = 4_000;
  private static final TenantId ALICE = TenantId.of("alice");

  private static final class Blocks implements BlockReferences<Integer, Integer> {
    @Override
    public boolean retain(Integer block) {
      return true;
    }

    @Override
    public void release(Integer block) {}

    @Override
    public long heapBytes(Integer key, Integer block) {
      return BLOCK_BYTES;
    }
  }

  private record Value(long heapBytes) implements RowCache.Row {}

  private final Random random = new Random(7);
  private long nanos;
  private final PartitionedCache<Integer, Integer> blocks =
      new PartitionedCache<>(CAPACITY, new Blocks(), true, () -> nanos);
  private RowCache rows = new RowCache(blocks, 0, MOST, () -> nanos);
  private RowCache.Region region = open(true);
  private long reads;

  private RowCache.Region open(boolean keeps) {
    rows = new RowCache(blocks, 0, MOST, () -> nanos);
    Plan plan = Plan.equal(1, 0, List.of(ALICE));
    rows.apply(plan);
    blocks.apply(plan);
    return rows.open("region", ALICE, keeps);
  }

  private static byte[] key(int row) {
    return ByteBuffer.allocate(4).putInt(row * 0x9E3779B9).array();
  }

  /** Returns how many blocks it read. */
  private int readBlock(int block) {
    if (blocks.get(block) != null) {
      return 0;
    }
    blocks.miss(ALICE);
    blocks.put(block, block, ALICE, "file", false);
    reads++;
    return 1;
  }

  private void get(int row) {
    byte[] key = key(row);
    boolean follows = region.keeps() || region.samples(key);
    if (region.keeps() && region.answer(key, kept -> true)) {
      return;
    }
    long stamp = region.keeps() ? region.stamp(key, 0) : 0;
    int blocksRead = readBlock(row / ROWS_OF_BLOCK);
    if (region.keeps()) {
      region.fill(key, stamp, new Value(ROW_BYTES), (one, other) -> other, blocksRead);
    } else if (follows) {
      region.sample(key, new Value(ROW_BYTES), blocksRead);
    }
  }

  private void put(int row) {
    region.end(region.begin(key(row)), 0);
  }

  /** Runs operations for some seconds; returns the blocks read in the last third of them. */
  private long run(int seconds, Runnable operation) {
    long before = 0;
    for (int second = 0; second < seconds; second++) {
      if (second == seconds * 2 / 3) {
        before = reads;
      }
      for (int i = 0; i < GETS_PER_SECOND; i++) {
        nanos += 1_000_000_000 / GETS_PER_SECOND;
        operation.run();
      }
      rows.check();
    }
    return reads - before;
  }

  private IntSupplier zipfian(int count, int apart) {
    double[] sums = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += 1 / Math.pow(i + 1, 0.99);
      sums[i] = sum;
    }
    double all = sum;
    return () -> {
      int rank = Arrays.binarySearch(sums, random.nextDouble() * all);
      int place = rank < 0 ? -rank - 1 : rank;
      return (int) ((long) place * apart % ROWS);
    };
  }

  /** A zipfian distribution over 3.75 % of the rows, which lie in nearly all blocks. */
  private IntSupplier hot() {
    return zipfian(ROWS * 375 / 10_000, 7_919);
  }

  private long without(int seconds, IntSupplier gets) {
    long before = 0;
    for (int i = 0; i < seconds * GETS_PER_SECOND; i++) {
      if (i == seconds * 2 / 3 * GETS_PER_SECOND) {
        before = reads;
      }
      nanos += 1_000_000_000 / GETS_PER_SECOND;
      readBlock(gets.getAsInt() / ROWS_OF_BLOCK);
    }
    return reads - before;
  }

  @Test
  void hotRowsInColdBlocksAreKept() {
    IntSupplier hot = hot();
    long stock = without(60, hot);
    long kept = run(90, () -> get(hot.getAsInt())) * 20 / 30;
    assertThat(rows.part(ALICE)).isBetween(0.1, MOST);
    assertThat(kept).isLessThan(stock / 10);
  }

  @Test
  void rowsWhoseBlocksFitTakeLittle() {
    IntSupplier exhot = zipfian(ROWS / 400, 7_919);
    run(90, () -> get(exhot.getAsInt()));
    assertThat(rows.part(ALICE)).isLessThan(0.05);
  }

  @Test
  void uniformGetsKeepBlocks() {
    long stock = without(60, () -> random.nextInt(ROWS));
    long kept = run(90, () -> get(random.nextInt(ROWS))) * 20 / 30;
    assertThat(rows.part(ALICE)).isZero();
    assertThat((double) kept).isLessThan(1.02 * stock);
  }

  @Test
  void scansKeepBlocks() {
    IntSupplier hot = hot();
    run(
        60,
        () -> {
          int first = hot.getAsInt() / ROWS_OF_BLOCK;
          readBlock(first);
          readBlock((first + 1) % BLOCKS);
        });
    assertThat(rows.part(ALICE)).isZero();
  }

  @Test
  void rowsThatAreWrittenAsOftenAsTheyAreReadSaveLess() {
    IntSupplier hot = hot();
    run(
        60,
        () -> {
          int row = hot.getAsInt();
          put(row);
          put(row);
          get(row);
        });
    assertThat(rows.part(ALICE)).isZero();
  }

  @Test
  void theSplitFollowsTheWorkload() {
    IntSupplier hot = hot();
    run(60, () -> get(hot.getAsInt()));
    double before = rows.part(ALICE);
    run(60, () -> get(random.nextInt(ROWS)));
    assertThat(rows.part(ALICE)).isLessThan(before / 3);
    run(60, () -> get(hot.getAsInt()));
    assertThat(rows.part(ALICE)).isGreaterThan(before * 2 / 3);
  }

  @Test
  void whatRowsWouldSaveIsSaidOfTablesThatKeepNone() {
    region = open(false);
    IntSupplier hot = hot();
    long all = run(90, () -> get(hot.getAsInt())) / 30;
    assertThat(rows.figures().get(0).couldSave()).isBetween(all * 0.7, all * 1.1);
    assertThat(rows.part(ALICE)).isZero();
    run(60, () -> get(random.nextInt(ROWS)));
    assertThat(rows.figures().get(0).couldSave()).isLessThan(all * 0.05);
  }
}
