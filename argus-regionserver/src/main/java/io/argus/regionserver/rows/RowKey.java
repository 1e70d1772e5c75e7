package io.argus.regionserver.rows;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Names a row of one region.
 *
 * <p>Immutable; the row's bytes are not copied.
 */
final class RowKey {
  /** The bytes that it takes on the heap beside the row's: object 24, array header 16, padding. */
  static final long HEAP_BYTES = 48;

  final RowCache.Region region;
  final byte[] row;
  private final int hash;

  RowKey(RowCache.Region region, byte[] row) {
    this.region = region;
    this.row = row;
    this.hash = Arrays.hashCode(row);
  }

  int stripe() {
    return RowStamps.stripe(hash);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowKey
        && ((RowKey) other).region == region
        && Arrays.equals(((RowKey) other).row, row);
  }

  @Override
  public int hashCode() {
    return 31 * hash + region.hash;
  }
}
