package io.argus.core.usage;

import io.argus.core.tenant.TenantId;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a {@link TenantUsage} in a fixed order, for a compact format. All are 0 where the
 * tenant did nothing. The reuse curve is not among them.
 *
 * <p>A new figure goes to the end, here and in {@link #builder}, and is no whole number: a reader
 * that does not know it leaves it out, and takes 0 where a writer does not know it.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class UsageFigures {
  private static final RequestKind[] KINDS = RequestKind.values();

  /** One figure; {@code whole} if it is a whole number. */
  private static final class Figure {
    final boolean whole;
    final ToDoubleFunction<TenantUsage> value;

    Figure(boolean whole, ToDoubleFunction<TenantUsage> value) {
      this.whole = whole;
      this.value = value;
    }
  }

  private static final List<Figure> FIGURES =
      Collections.unmodifiableList(
          Arrays.asList(
              operations(RequestKind.GET),
              operations(RequestKind.MULTI),
              operations(RequestKind.SCAN),
              operations(RequestKind.WRITE),
              operations(RequestKind.OTHER),
              rate(TenantUsage::keyRepeatRatio),
              whole(TenantUsage::cacheBytes),
              whole(TenantUsage::cacheLimitBytes),
              rate(TenantUsage::cacheHitsPerSecond),
              rate(TenantUsage::cacheMissesPerSecond),
              rate(TenantUsage::hdfsReadBytesPerSecond),
              rate(TenantUsage::hdfsWrittenBytesPerSecond),
              rate(TenantUsage::ioCostFactor),
              rate(TenantUsage::handlerFraction),
              rate(TenantUsage::queueWaitFraction),
              rate(TenantUsage::hdfsWaitFraction),
              rate(TenantUsage::hdfsReadFraction),
              whole(TenantUsage::queueLength),
              rate(TenantUsage::rejectedPerSecond),
              rate(TenantUsage::backlogFraction),
              rate(TenantUsage::delayedReadsPerSecond),
              whole(usage -> usage.queueWait().p50Nanos()),
              whole(usage -> usage.queueWait().p95Nanos()),
              whole(usage -> usage.queueWait().p99Nanos()),
              whole(usage -> usage.hdfsWait().p50Nanos()),
              whole(usage -> usage.hdfsWait().p95Nanos()),
              whole(usage -> usage.hdfsWait().p99Nanos()),
              whole(usage -> usage.service().p50Nanos()),
              whole(usage -> usage.service().p95Nanos()),
              whole(usage -> usage.service().p99Nanos()),
              rate(TenantUsage::processorFraction),
              rate(TenantUsage::compactionReadBytesPerSecond),
              response(ResponseTimes.Group.GET),
              response(ResponseTimes.Group.SCAN),
              response(ResponseTimes.Group.WRITE),
              response(ResponseTimes.Group.ALL)));

  /** How many figures there are. */
  public static final int COUNT = FIGURES.size();

  private UsageFigures() {}

  private static Figure operations(RequestKind kind) {
    return rate(usage -> usage.operationsPerSecond(kind));
  }

  private static Figure response(ResponseTimes.Group group) {
    return rate(usage -> usage.responses().p99Nanos(group));
  }

  private static Figure rate(ToDoubleFunction<TenantUsage> value) {
    return new Figure(false, value);
  }

  private static Figure whole(ToDoubleFunction<TenantUsage> value) {
    return new Figure(true, value);
  }

  /** Whether a figure is a whole number, such as bytes and nanoseconds. */
  public static boolean isWhole(int index) {
    return FIGURES.get(index).whole;
  }

  public static double of(TenantUsage usage, int index) {
    return FIGURES.get(index).value.applyAsDouble(usage);
  }

  /**
   * Returns the usage with these figures.
   *
   * @param f {@link #COUNT} figures
   */
  public static TenantUsage usage(TenantId tenant, double[] f, ReuseCurve reuse) {
    return builder(tenant, f, reuse).build();
  }

  /** Like {@link #usage}, for what is no figure to be added. */
  public static TenantUsage.Builder builder(TenantId tenant, double[] f, ReuseCurve reuse) {
    TenantUsage.Builder usage = TenantUsage.builder(tenant);
    int i = 0;
    for (RequestKind kind : KINDS) {
      double perSecond = f[i++];
      if (perSecond != 0) {
        usage.operations(kind, perSecond);
      }
    }
    usage.keyRepeatRatio(f[i++]);
    usage.cache((long) f[i++], (long) f[i++], f[i++], f[i++]);
    usage.hdfs(f[i++], f[i++]);
    usage.ioCostFactor(f[i++]);
    usage.handlerFraction(f[i++]);
    usage.waits(f[i++], f[i++], f[i++]);
    usage.queue((int) f[i++], f[i++], f[i++]);
    usage.delayedReads(f[i++]);
    usage.latencies(
        percentiles(f[i++], f[i++], f[i++]),
        percentiles(f[i++], f[i++], f[i++]),
        percentiles(f[i++], f[i++], f[i++]));
    usage.processorFraction(f[i++]);
    usage.compactionReads(f[i++]);
    usage.responses(ResponseTimes.of(f[i++], f[i++], f[i++], f[i++]));
    return usage.reuse(reuse);
  }

  private static Percentiles percentiles(double p50, double p95, double p99) {
    return p50 == 0 && p95 == 0 && p99 == 0
        ? Percentiles.NONE
        : new Percentiles((long) p50, (long) p95, (long) p99);
  }
}
