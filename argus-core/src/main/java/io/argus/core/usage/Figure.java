package io.argus.core.usage;

/**
 * The figures of a {@link TenantUsage}: the name, unit and meaning of each one, and how those of
 * several usages make one. Reports, checks, sums, means, JSON and metrics follow from this list, so
 * that a new figure is one line here.
 *
 * <p>The order is that of the compact format: a new figure goes to the end. A reader that does not
 * know it leaves it out, and takes 0 where a writer does not know it. The first ones are those that
 * an idle tenant has, so that its usage is small.
 */
@SuppressWarnings("EnumOrdinal") // the order is part of the format
public enum Figure {
  CACHE_BYTES("cacheBytes", Kind.LEVEL, "Bytes of block cache in use."),
  CACHE_LIMIT_BYTES(
      "cacheLimitBytes", Kind.LEVEL, "Block cache that is guaranteed to it; it may borrow more."),
  IO_COST_FACTOR(
      "ioCostFactor",
      Kind.COST,
      "Credits that a byte it reads from HDFS costs; 1 is the mean of all reads here."),
  /** Repeated keys / distinct keys, 0..1. */
  KEY_REPEAT_RATIO("keyRepeatRatio", Kind.RATIO, ""),
  GETS("operationsPerSecond.GET", Kind.RATE, "Operations of kind GET."),
  MULTIS("operationsPerSecond.MULTI", Kind.RATE, "Operations of kind MULTI."),
  SCANS("operationsPerSecond.SCAN", Kind.RATE, "Operations of kind SCAN."),
  WRITES("operationsPerSecond.WRITE", Kind.RATE, "Operations of kind WRITE."),
  OTHERS("operationsPerSecond.OTHER", Kind.RATE, "Operations of kind OTHER."),
  CACHE_HITS("cacheHitsPerSecond", Kind.RATE, ""),
  CACHE_MISSES("cacheMissesPerSecond", Kind.RATE, ""),
  HDFS_READ_BYTES("hdfsReadBytesPerSecond", Kind.RATE, "Read from HDFS."),
  HDFS_WRITTEN_BYTES(
      "hdfsWrittenBytesPerSecond",
      Kind.RATE,
      "Written to HDFS: log, flushes and compactions, each replica once."),
  COMPACTION_READ_BYTES(
      "compactionReadBytesPerSecond", Kind.RATE, "Read from HDFS by compactions."),
  HANDLER(
      "handlerFraction",
      Kind.RATE,
      "Handler seconds per second, without waits for I/O admission and reads from HDFS."),
  CPU(
      "cpuFraction",
      Kind.RATE,
      "CPU seconds per second that it caused: requests, compactions, its part of the rest."),
  QUEUE_LENGTH("queueLength", Kind.QUEUE, "Requests that wait for a handler or for I/O admission."),
  QUEUE_WAIT("queueWaitFraction", Kind.RATE, "Requests that wait for a handler, on average."),
  HDFS_WAIT("hdfsWaitFraction", Kind.RATE, "Requests that wait for I/O admission, on average."),
  HDFS_READ("hdfsReadFraction", Kind.RATE, "Requests that read from HDFS, on average."),
  REJECTED("rejectedPerSecond", Kind.RATE, "Requests refused because its queue is full."),
  /** Part of the window during which a request of the tenant was waiting, 0..1. */
  BACKLOG("backlogFraction", Kind.BACKLOG, ""),
  /** Reads that had to wait for I/O admission; in mode OBSERVE, that would have had to. */
  DELAYED_READS("delayedReadsPerSecond", Kind.RATE, ""),
  QUEUE_WAIT_P50("queueWait.p50Nanos", Kind.PERCENTILE, ""),
  QUEUE_WAIT_P95("queueWait.p95Nanos", Kind.PERCENTILE, ""),
  QUEUE_WAIT_P99("queueWait.p99Nanos", Kind.PERCENTILE, ""),
  HDFS_WAIT_P50("hdfsWait.p50Nanos", Kind.PERCENTILE, ""),
  HDFS_WAIT_P95("hdfsWait.p95Nanos", Kind.PERCENTILE, ""),
  HDFS_WAIT_P99("hdfsWait.p99Nanos", Kind.PERCENTILE, ""),
  SERVICE_P50("service.p50Nanos", Kind.PERCENTILE, ""),
  SERVICE_P95("service.p95Nanos", Kind.PERCENTILE, ""),
  SERVICE_P99("service.p99Nanos", Kind.PERCENTILE, ""),
  GET_RESPONSE_P99("responses.getNanos", Kind.RESPONSE, ""),
  SCAN_RESPONSE_P99("responses.scanNanos", Kind.RESPONSE, ""),
  WRITE_RESPONSE_P99("responses.writeNanos", Kind.RESPONSE, ""),
  RESPONSE_P99("responses.allNanos", Kind.RESPONSE, ""),
  FAILED("failedPerSecond", Kind.RATE, "Requests that ended with an exception."),
  CAPPED("cappedPerSecond", Kind.RATE, "Requests that its cap made wait."),
  CAP_WAIT("capWaitFraction", Kind.RATE, "Requests that wait for its cap, on average."),
  CLIENT_BYTES("clientBytesPerSecond", Kind.RATE, "Received from its clients and sent to them."),
  CAP_USE("capFraction", Kind.RATE, "Part of its cap that it uses; above 1 in a burst."),
  MEMSTORE_BYTES("memstoreBytes", Kind.LEVEL, "Bytes of its memstores."),
  MEMSTORE_SHARE_BYTES(
      "memstoreShareBytes", Kind.LEVEL, "Its part of the memstores beside all others."),
  HELD_WRITES("heldWritesPerSecond", Kind.RATE, "Writes that its part of the memstores made wait."),
  MEMSTORE_WAIT("memstoreWaitFraction", Kind.RATE, "Writes that wait for that, on average."),
  HELD_CALLS(
      "heldCallsPerSecond",
      Kind.RATE,
      "Waits of its long calls while calls under an SLO on p99 need the cores."),
  /** Blocks that would not be read if its tables without the attribute ARGUS_ROWS kept rows. */
  ROWS_COULD_SAVE_READS("rowsCouldSaveReadsPerSecond", Kind.RATE, "");

  /** How several figures make one. */
  public enum Combination {
    SUM,
    /** Over all the time, or all servers. */
    MEAN,
    /** The mean by {@link Figure#weightIn}. */
    WEIGHTED_MEAN,
    /** The worst one. */
    MAX,
    LAST
  }

  /** What figures of a kind have in common. */
  private enum Kind {
    /** Something per second. */
    RATE(Combination.SUM, Combination.MEAN, true),
    /** An amount at the end of the window. */
    LEVEL(Combination.SUM, Combination.LAST, false),
    /** What waits at the end of the window. */
    QUEUE(Combination.SUM, Combination.LAST, true),
    BACKLOG(Combination.WEIGHTED_MEAN, Combination.MEAN, true),
    RATIO(Combination.WEIGHTED_MEAN, Combination.LAST, false),
    COST(Combination.WEIGHTED_MEAN, Combination.WEIGHTED_MEAN, false),
    PERCENTILE(Combination.MAX, Combination.LAST, false),
    RESPONSE(Combination.MAX, Combination.WEIGHTED_MEAN, false);

    final Combination ofServers;
    final Combination ofTimes;
    final boolean isActivity;

    Kind(Combination ofServers, Combination ofTimes, boolean isActivity) {
      this.ofServers = ofServers;
      this.ofTimes = ofTimes;
      this.isActivity = isActivity;
    }
  }

  private static final Figure[] ALL = values();

  /** How many figures there are. */
  public static final int COUNT = ALL.length;

  /** No figure is greater, so that sums and products of figures are finite. */
  private static final double MAX = 1e19;

  private final String key;
  private final Kind kind;
  private final String description;

  Figure(String key, Kind kind, String description) {
    this.key = key;
    this.kind = kind;
    this.description = description;
  }

  public static Figure at(int index) {
    return ALL[index];
  }

  /** Its place among all figures. */
  public int index() {
    return ordinal();
  }

  /** The figure of operations of a kind. */
  public static Figure of(RequestKind kind) {
    return ALL[GETS.ordinal() + kind.ordinal()];
  }

  /** Its name in JSON, with its unit at the end; behind a point if it is in a group of figures. */
  public String key() {
    return key;
  }

  /** The group that it is in; empty if it is in none. */
  public String group() {
    return key.substring(0, Math.max(0, key.indexOf('.')));
  }

  /** Its name in its group. */
  public String member() {
    return key.substring(key.indexOf('.') + 1);
  }

  /** What it means, for operators; empty if it is no metric. */
  public String description() {
    return description;
  }

  /** The greatest value that it may have. */
  public double max() {
    return kind == Kind.RATIO || kind == Kind.BACKLOG ? 1 : MAX;
  }

  /** How the figures of several servers make one. */
  public Combination ofServers() {
    return kind.ofServers;
  }

  /** How the figures of several windows of a server make one. */
  public Combination ofTimes() {
    return kind.ofTimes;
  }

  /** Whether JSON leaves it out where it is 0, as there may be many tenants. */
  boolean isOptional() {
    return ordinal() >= FAILED.ordinal();
  }

  /** Whether a tenant is not idle if this is above 0. */
  boolean isActivity() {
    return kind.isActivity;
  }

  /**
   * How much this figure of a usage counts in a {@link Combination#WEIGHTED_MEAN}.
   *
   * @param usage its figures by {@link #index}
   */
  public double weightIn(double[] usage) {
    switch (this) {
      case KEY_REPEAT_RATIO:
        return operations(usage);
      case IO_COST_FACTOR:
        return usage[HDFS_READ_BYTES.ordinal()];
      case BACKLOG: // of a server on which it is active
        return operations(usage) > 0 || usage[QUEUE_LENGTH.ordinal()] >= 1 ? 1 : 0;
      default: // a percentile is 0 where there was no request
        return usage[ordinal()] > 0 ? 1 : 0;
    }
  }

  private static double operations(double[] usage) {
    double sum = 0;
    for (int i = GETS.ordinal(); i <= OTHERS.ordinal(); i++) {
      sum += usage[i];
    }
    return sum;
  }
}
