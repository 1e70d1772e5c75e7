package io.argus.hbase2;

import io.argus.regionserver.rows.RowCache;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ClassSize;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a row: the newest cells of some families or columns, on the heap. That a column
 * is known and has no cell says that the row lacks it.
 *
 * <p>Immutable.
 */
final class RowImage implements RowCache.Row {
  private static final int HEAP_BYTES =
      ClassSize.align(ClassSize.OBJECT + ClassSize.REFERENCE + Bytes.SIZEOF_LONG);
  private static final int FAMILY_BYTES =
      ClassSize.ARRAY + ClassSize.align(ClassSize.OBJECT + 3 * ClassSize.REFERENCE);

  /** A set of qualifiers and its entries, each with the array of the qualifier. */
  private static final int QUALIFIERS_BYTES = ClassSize.TREEMAP + ClassSize.OBJECT;

  private static final int QUALIFIER_BYTES = 40 + ClassSize.ARRAY; // 40: an entry of a TreeMap

  private static final class Family {
    final byte[] name;

    /** The columns that are known; null if all are. */
    final @Nullable NavigableSet<byte[]> qualifiers;

    /** In HBase's order, one of each column. */
    final Cell[] cells;

    Family(byte[] name, @Nullable NavigableSet<byte[]> qualifiers, Cell[] cells) {
      this.name = name;
      this.qualifiers = qualifiers;
      this.cells = cells;
    }

    boolean knows(@Nullable NavigableSet<byte[]> asked) {
      return qualifiers == null || (asked != null && qualifiers.containsAll(asked));
    }

    long heapBytes() {
      long bytes =
          FAMILY_BYTES + name.length + ClassSize.ARRAY + (long) cells.length * ClassSize.REFERENCE;
      for (Cell cell : cells) {
        bytes += cell.heapSize();
      }
      if (qualifiers != null) {
        bytes += QUALIFIERS_BYTES;
        for (byte[] qualifier : qualifiers) {
          bytes += QUALIFIER_BYTES + qualifier.length;
        }
      }
      return ClassSize.align(bytes);
    }
  }

  private final Family[] families;
  private final long heapBytes;

  private RowImage(Family[] families) {
    this.families = families;
    long bytes = HEAP_BYTES + ClassSize.ARRAY + (long) families.length * ClassSize.REFERENCE;
    for (Family family : families) {
      bytes += family.heapBytes();
    }
    this.heapBytes = ClassSize.align(bytes);
  }

  /**
   * Returns what a get has found out of its row, for all that it asked; null if that depends on
   * more than the row, as cells with tags do.
   */
  static @Nullable RowImage of(Get get, List<Cell> answer) {
    Map<byte[], List<Cell>> byFamily = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Cell cell : answer) {
      KeyValue copy = KeyValueUtil.copyToNewKeyValue(cell);
      if (copy.getTagsLength() > 0) {
        return null;
      }
      byFamily.computeIfAbsent(CellUtil.cloneFamily(cell), key -> new ArrayList<>()).add(copy);
    }
    List<Family> families = new ArrayList<>();
    get.getFamilyMap()
        .forEach(
            (family, asked) -> {
              List<Cell> cells = byFamily.getOrDefault(family, Collections.emptyList());
              families.add(new Family(family, columns(asked), cells.toArray(new Cell[0])));
            });
    return new RowImage(families.toArray(new Family[0]));
  }

  private static @Nullable NavigableSet<byte[]> columns(@Nullable NavigableSet<byte[]> asked) {
    return asked == null || asked.isEmpty() ? null : asked;
  }

  /** Returns what two images know of one row at one moment. */
  static RowCache.Row merge(RowCache.Row one, RowCache.Row other) {
    Map<byte[], Family> merged = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Family family : ((RowImage) one).families) {
      merged.put(family.name, family);
    }
    for (Family family : ((RowImage) other).families) {
      merged.merge(family.name, family, RowImage::merge);
    }
    return new RowImage(merged.values().toArray(new Family[0]));
  }

  private static Family merge(Family one, Family other) {
    if (one.knows(other.qualifiers)) {
      return one;
    }
    NavigableSet<byte[]> known = one.qualifiers;
    NavigableSet<byte[]> added = other.qualifiers;
    if (known == null || added == null || other.knows(known)) {
      return other;
    }
    NavigableSet<byte[]> qualifiers = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    qualifiers.addAll(known);
    qualifiers.addAll(added);
    Map<byte[], Cell> cells = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Cell cell : one.cells) {
      cells.put(CellUtil.cloneQualifier(cell), cell);
    }
    for (Cell cell : other.cells) {
      cells.put(CellUtil.cloneQualifier(cell), cell);
    }
    return new Family(one.name, qualifiers, cells.values().toArray(new Cell[0]));
  }

  /** Answers a get if it knows all that the get asks; else leaves the results as they are. */
  boolean answer(Get get, List<Cell> results) {
    Map<byte[], NavigableSet<byte[]>> asked = get.getFamilyMap();
    for (Map.Entry<byte[], NavigableSet<byte[]>> each : asked.entrySet()) {
      Family family = family(each.getKey());
      if (family == null || !family.knows(columns(each.getValue()))) {
        return false;
      }
    }
    asked.forEach((name, columns) -> add(family(name), columns(columns), results));
    return true;
  }

  private static void add(
      @Nullable Family family, @Nullable NavigableSet<byte[]> asked, List<Cell> results) {
    if (family == null) {
      return;
    }
    for (Cell cell : family.cells) {
      if (asked == null || asked.contains(CellUtil.cloneQualifier(cell))) {
        results.add(cell);
      }
    }
  }

  private @Nullable Family family(byte[] name) {
    for (Family family : families) {
      if (Arrays.equals(family.name, name)) {
        return family;
      }
    }
    return null;
  }

  @Override
  public long heapBytes() {
    return heapBytes;
  }
}
