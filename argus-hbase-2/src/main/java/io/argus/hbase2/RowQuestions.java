package io.argus.hbase2;

import io.argus.core.tenant.TenantMapping;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Which gets of a region the cells of their row alone decide, so that a kept row may answer them.
 *
 * <p>Immutable.
 */
final class RowQuestions {
  /** HBase's own coprocessors that change no answer but by a filter of the get. */
  private static final Set<String> HARMLESS =
      Collections.unmodifiableSet(
          new HashSet<>(
              Arrays.asList(
                  "org.apache.hadoop.hbase.coprocessor.AggregateImplementation",
                  "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint",
                  "org.apache.hadoop.hbase.security.access.AccessController",
                  "org.apache.hadoop.hbase.security.access.SecureBulkLoadEndpoint",
                  "org.apache.hadoop.hbase.security.token.TokenProvider")));

  private static final String ARGUS = RowQuestions.class.getPackage().getName() + ".";

  /** Whether a get wants figures of how it was read; null before HBase 2.6.1. */
  private static final @Nullable MethodHandle WANTS_FIGURES = findWantsFigures();

  private final Set<byte[]> families;

  private RowQuestions(Set<byte[]> families) {
    this.families = families;
  }

  private static @Nullable MethodHandle findWantsFigures() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Query.class, "isQueryMetricsEnabled", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException before26) {
      return null;
    }
  }

  /** Whether rows of a table are to be kept. */
  static boolean keepsRows(TableDescriptor table) {
    return Boolean.parseBoolean(table.getValue(TenantMapping.ROWS_ATTRIBUTE));
  }

  /** Of the families whose cells do not change by themselves, and are in the region's own files. */
  static RowQuestions of(TableDescriptor table) {
    Set<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (family.getTimeToLive() == HConstants.FOREVER
          && !family.isMobEnabled()
          && family.isBlockCacheEnabled()) {
        families.add(family.getName());
      }
    }
    return new RowQuestions(families);
  }

  /** Names the coprocessors of a region that might change answers or rows; empty if none might. */
  static String othersIn(HRegion region) {
    Set<String> others = new TreeSet<>();
    List<RegionCoprocessor> all =
        region.getCoprocessorHost().findCoprocessors(RegionCoprocessor.class);
    for (RegionCoprocessor each : all) {
      String name = each.getClass().getName();
      if (!HARMLESS.contains(name) && !name.startsWith(ARGUS)) {
        others.add(name);
      }
    }
    return String.join(", ", others);
  }

  /** Whether a kept row may answer a get, which names its families, and is worth to be kept. */
  boolean includes(Get get) {
    return get.getFilter() == null
        && get.getMaxVersions() == 1
        && get.getTimeRange().isAllTime()
        && get.getColumnFamilyTimeRange().isEmpty()
        && get.getMaxResultsPerColumnFamily() < 0
        && get.getRowOffsetPerColumnFamily() == 0
        && get.getCacheBlocks()
        && !get.isCheckExistenceOnly()
        && get.getConsistency() == Consistency.STRONG
        && get.getIsolationLevel() == IsolationLevel.READ_COMMITTED
        && !wantsFigures(get)
        && families.containsAll(get.getFamilyMap().keySet());
  }

  private static boolean wantsFigures(Get get) {
    try {
      return WANTS_FIGURES != null && (boolean) WANTS_FIGURES.invokeExact((Query) get);
    } catch (Throwable e) {
      throw new IllegalStateException(e); // it declares no exception
    }
  }
}
