package io.argus.traces.access;

import static io.argus.load.basics.Argument.require;

import io.argus.load.client.Preset;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The blocks in which the rows of a bench table lie: rows in the order of their keys, the same
 * number in each block. Keys are hashes of row numbers, as YCSB's {@code insertorder=hashed} makes
 * them and the bench loads them.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TableLayout {
  /** Rows of the bench in one of its blocks: 1,150 bytes each, and a block ends at 63 KB. */
  public static final int ROWS_PER_BLOCK = 57;

  private static final int MAX_BLOCKS = 1_000_000;

  private final int blocks;
  private final int[] blockOfRow;

  /**
   * @throws IllegalArgumentException if the number of blocks is not 10 to 1,000,000
   */
  public TableLayout(int blocks) {
    require(blocks >= 10 && blocks <= MAX_BLOCKS, "blocks", blocks, "10.." + MAX_BLOCKS);
    this.blocks = blocks;
    String[] keys = new String[blocks * ROWS_PER_BLOCK];
    Integer[] rows = new Integer[keys.length];
    Arrays.setAll(keys, Preset::key);
    Arrays.setAll(rows, row -> row);
    Arrays.sort(rows, Comparator.comparing(row -> keys[row]));
    blockOfRow = new int[keys.length];
    for (int i = 0; i < rows.length; i++) {
      blockOfRow[rows[i]] = i / ROWS_PER_BLOCK;
    }
  }

  public int blocks() {
    return blocks;
  }

  int rows() {
    return blockOfRow.length;
  }

  /** Returns the block of the row of that number, which is its place in YCSB's distributions. */
  int blockOf(int row) {
    return blockOfRow[row];
  }
}
