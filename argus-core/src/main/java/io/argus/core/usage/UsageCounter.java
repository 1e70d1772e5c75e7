package io.argus.core.usage;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a region server counts of each tenant since it started, for metering.
 *
 * <p>The order is that of the compact format of reports: a new counter goes to the end. Names are
 * in stored documents: one that changes is still read.
 */
@SuppressWarnings("EnumOrdinal") // the order is part of the format
public enum UsageCounter {
  /** Operations, as in {@link TenantUsage#operationsPerSecond()}. */
  GETS("gets"),
  MULTIS("multis"),
  SCANS("scans"),
  WRITES("writes"),
  OTHERS("others"),
  /** Requests refused because the tenant's queue was full. */
  REJECTED("rejected"),
  /** HBase's own counts of its regions: read and write requests. */
  ROWS_READ("rowsRead"),
  ROWS_WRITTEN("rowsWritten"),
  /** Of requests and of their answers, as they are on the wire. */
  RECEIVED_BYTES("receivedBytes"),
  SENT_BYTES("sentBytes"),
  /** Read by requests. */
  HDFS_READ_BYTES("hdfsReadBytes"),
  /** Blocks that requests read from HDFS, because the cache did not hold them. */
  HDFS_READS("hdfsReads"),
  /** Written to the log, by flushes and by compactions. */
  HDFS_WRITTEN_BYTES("hdfsWrittenBytes"),
  /** Read by compactions. */
  COMPACTION_READ_BYTES("compactionReadBytes"),
  /** CPU time that the tenant caused. */
  CPU_NANOS("cpuNanos"),
  /** Use of handlers, without reading from HDFS and waiting for it. */
  HANDLER_NANOS("handlerNanos"),
  /** Of all its requests together: waiting for a handler. */
  QUEUE_WAIT_NANOS("queueWaitNanos"),
  /** Of all its requests together: waiting for I/O admission. */
  HDFS_WAIT_NANOS("hdfsWaitNanos"),
  /** Of all its requests together: reading from HDFS. */
  HDFS_READ_NANOS("hdfsReadNanos"),
  CACHE_HITS("cacheHits"),
  CACHE_MISSES("cacheMisses"),
  /** Bytes in cache, times seconds. */
  CACHE_USED_BYTE_SECONDS("cacheUsedByteSeconds", true),
  /** Bytes of cache reserved, times seconds. */
  CACHE_RESERVED_BYTE_SECONDS("cacheReservedByteSeconds", true),
  /** Bytes in cache beyond the reservation, times seconds. */
  CACHE_BORROWED_BYTE_SECONDS("cacheBorrowedByteSeconds", true),
  /** Bytes of its store files, without HDFS's copies, times seconds. */
  STORED_BYTE_SECONDS("storedByteSeconds", true),
  /** Requests served in their turn although their client set a priority. */
  IGNORED_PRIORITIES("ignoredPriorities"),
  /** Requests with an attribute that named another tenant, which no rule allowed. */
  IGNORED_ATTRIBUTES("ignoredAttributes"),
  /** Requests that exceeded a limit of {@code argus.runaway.rules}, once for each rule. */
  RUNAWAYS("runaways");

  private static final UsageCounter[] ALL = values();

  /** The name of {@link #CPU_NANOS} in the documents of release 0.2.0. */
  private static final String CPU_OF_020 = "processorNanos";

  /** The counters of operations, in the order of {@link RequestKind}. */
  public static final List<UsageCounter> OPERATIONS =
      Collections.unmodifiableList(Arrays.asList(GETS, MULTIS, SCANS, WRITES, OTHERS));

  /** How many counters there are. */
  public static final int COUNT = ALL.length;

  private final String key;
  private final boolean growsWhileIdle;

  UsageCounter(String key) {
    this(key, false);
  }

  UsageCounter(String key, boolean growsWhileIdle) {
    this.key = key;
    this.growsWhileIdle = growsWhileIdle;
  }

  /** Its name in documents. */
  public String key() {
    return key;
  }

  /** Whether it grows while its tenant does nothing. */
  public boolean growsWhileIdle() {
    return growsWhileIdle;
  }

  /** Its place among all counters. */
  public int index() {
    return ordinal();
  }

  public static UsageCounter at(int index) {
    return ALL[index];
  }

  /** Returns the counter of that name in documents; null if there is none. */
  public static @Nullable UsageCounter ofKey(String key) {
    for (UsageCounter counter : ALL) {
      if (counter.key.equals(key)) {
        return counter;
      }
    }
    return key.equals(CPU_OF_020) ? CPU_NANOS : null;
  }

  /** The counter of operations of a kind. */
  public static UsageCounter of(RequestKind kind) {
    return OPERATIONS.get(kind.ordinal());
  }
}
