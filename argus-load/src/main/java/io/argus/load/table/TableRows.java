package io.argus.load.table;

import static io.argus.load.basics.Argument.require;

import io.argus.load.client.Preset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The rows of a workload's table in the order of their keys, cut into regions.
 *
 * <p>CoreWorkload would insert the same rows with {@link Preset#tableProperties}.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TableRows {
  private static final int POOL_BYTES = 1 << 20;

  /** Takes one row; the arrays belong to the caller. */
  @FunctionalInterface
  public interface RowWriter {
    void write(byte[] key, byte[] value) throws IOException;
  }

  @FunctionalInterface
  public interface RegionWriter {
    void write(int region) throws IOException;
  }

  private final byte[][] keys;
  private final int[] firstRows;
  private final byte[] pool = new byte[POOL_BYTES];

  public TableRows(long rows, RegionLayout layout) {
    require(
        rows >= layout.size() && rows <= Integer.MAX_VALUE,
        "rows",
        rows,
        "between the " + layout.size() + " regions and 2^31 - 1");
    this.firstRows = layout.firstRows((int) rows);
    for (int region = 0; region < regions(); region++) {
      require(count(region) > 0, "rows of region " + region, 0, "at least 1");
    }
    this.keys = sortedKeys((int) rows);
    new Random(1).nextBytes(pool);
  }

  public int count(int region) {
    return firstRows[region + 1] - firstRows[region];
  }

  private int regions() {
    return firstRows.length - 1;
  }

  /** The first keys of all regions but the first. */
  public byte[][] splits() {
    byte[][] splits = new byte[regions() - 1][];
    for (int region = 1; region < regions(); region++) {
      splits[region - 1] = keys[firstRows[region]];
    }
    return splits;
  }

  /** Passes the rows of one region to a writer, in the order of their keys. */
  public void write(int region, RowWriter writer) throws IOException {
    int from = firstRows[region];
    SplittableRandom random = new SplittableRandom(from);
    byte[] value = new byte[Preset.VALUE_BYTES];
    for (int i = from; i < firstRows[region + 1]; i++) {
      System.arraycopy(pool, random.nextInt(POOL_BYTES - value.length), value, 0, value.length);
      writer.write(keys[i], value);
    }
  }

  /** Lets a writer write all regions, as many at a time as the machine has cores. */
  public void forEachRegion(RegionWriter writer) throws IOException, InterruptedException {
    ExecutorService writers =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Future<?>> written = new ArrayList<>();
      for (int i = 0; i < regions(); i++) {
        int region = i;
        written.add(
            writers.submit(
                () -> {
                  writer.write(region);
                  return null;
                }));
      }
      for (Future<?> file : written) {
        file.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("cannot write the rows of a region", e.getCause());
    } finally {
      writers.shutdownNow();
    }
  }

  private static byte[][] sortedKeys(int rows) {
    byte[][] keys = new byte[rows][];
    for (int i = 0; i < rows; i++) {
      keys[i] = Preset.key(i).getBytes(StandardCharsets.UTF_8);
    }
    Arrays.sort(keys, Comparator.comparing(ByteBuffer::wrap)); // of ASCII: signed or not
    return keys;
  }
}
