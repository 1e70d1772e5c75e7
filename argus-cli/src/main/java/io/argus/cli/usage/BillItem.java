package io.argus.cli.usage;

import io.argus.core.usage.UsageAmounts;
import io.argus.core.usage.UsageCounter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;

/** What a bill charges for. Amounts are of what all share; durations are of what a tenant holds. */
@SuppressWarnings("ImmutableEnumChecker") // the list is one of List.of
enum BillItem {
  OPERATIONS("operations.per.million", "million operations", 1e6, UsageCounter.OPERATIONS),
  ROWS_READ("rows.read.per.million", "million rows read", 1e6, UsageCounter.ROWS_READ),
  ROWS_WRITTEN("rows.written.per.million", "million rows written", 1e6, UsageCounter.ROWS_WRITTEN),
  RECEIVED("received.per.gb", "GB received", BillItem.GB, UsageCounter.RECEIVED_BYTES),
  SENT("sent.per.gb", "GB sent", BillItem.GB, UsageCounter.SENT_BYTES),
  HDFS_READS("hdfs.reads.per.million", "million HDFS reads", 1e6, UsageCounter.HDFS_READS),
  HDFS_READ(
      "hdfs.read.per.gb",
      "GB read from HDFS",
      BillItem.GB,
      UsageCounter.HDFS_READ_BYTES,
      UsageCounter.COMPACTION_READ_BYTES),
  HDFS_WRITTEN(
      "hdfs.written.per.gb", "GB written to HDFS", BillItem.GB, UsageCounter.HDFS_WRITTEN_BYTES),
  CPU("cpu.per.hour", "CPU hours", 3600e9, UsageCounter.CPU_NANOS),
  CACHE_RESERVED(
      "cache.reserved.per.gb.hour",
      "GB hours of cache reserved",
      BillItem.GB_HOUR,
      UsageCounter.CACHE_RESERVED_BYTE_SECONDS),
  CACHE_BORROWED(
      "cache.borrowed.per.gb.hour",
      "GB hours of cache borrowed",
      BillItem.GB_HOUR,
      UsageCounter.CACHE_BORROWED_BYTE_SECONDS),
  STORED(
      "stored.per.gb.hour", "GB hours stored", BillItem.GB_HOUR, UsageCounter.STORED_BYTE_SECONDS);

  private static final double GB = 1 << 30;
  private static final double GB_HOUR = GB * 3600;

  private final String key;
  private final String unit;
  private final BigDecimal perUnit;
  private final List<UsageCounter> counters;

  BillItem(String key, String unit, double perUnit, UsageCounter... counters) {
    this(key, unit, perUnit, Arrays.asList(counters));
  }

  BillItem(String key, String unit, double perUnit, List<UsageCounter> counters) {
    this.key = key;
    this.unit = unit;
    this.perUnit = new BigDecimal(perUnit);
    this.counters = counters;
  }

  /** Its key in a file of prices. */
  String key() {
    return key;
  }

  String unit() {
    return unit;
  }

  /** Whether it is held for a time, so that it costs the same at all hours. */
  boolean isDuration() {
    return this == CACHE_RESERVED || this == CACHE_BORROWED || this == STORED;
  }

  /** How many units there are in what was used. */
  BigDecimal quantity(UsageAmounts used) {
    return new BigDecimal(used.get(counters)).divide(perUnit, MathContext.DECIMAL64);
  }
}
