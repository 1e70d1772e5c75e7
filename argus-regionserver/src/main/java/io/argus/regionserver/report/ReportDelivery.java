package io.argus.regionserver.report;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.IdleTenants;
import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.PlannerSign;
import io.argus.core.documents.ReportCodec;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a server's reports to the master, and how often they go it. If the platform can call
 * the master, a report is sent to it, and a copy goes into ZooKeeper now and then, for tools and
 * for a master that takes over. If no call succeeds, or no master gives a {@link PlannerSign}, all
 * reports go into ZooKeeper.
 *
 * <p>Safe for use by any thread.
 */
final class ReportDelivery {
  /** So long after a sign of life, or so many periods, a master counts as active. */
  private static final long MIN_SILENCE_MILLIS = 60_000;

  private static final long SILENT_PERIODS = 3;
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final LongSupplier nanoTime;
  private final IdleTenants idle = new IdleTenants();
  private volatile @Nullable ReportCalls calls;
  private volatile @Nullable PlannerSign sign;
  private volatile long signNanos;

  @GuardedBy("this")
  private boolean calledLast;

  @GuardedBy("this")
  private boolean copied;

  @GuardedBy("this")
  private long copiedNanos;

  ReportDelivery(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Sends reports to the master from now on, where it takes them. */
  void call(MasterEndpoint master, Executor thread) {
    calls = new ReportCalls(master, this::received, thread, nanoTime);
  }

  /** Notes a sign of life of the master; one that cannot be read changes nothing. */
  void received(byte[] stored) {
    try {
      PlannerSign next = PlannerSign.read(stored);
      PlannerSign last = sign;
      if (last == null || next.writtenMillis() != last.writtenMillis()) {
        signNanos = nanoTime.getAsLong();
        sign = next;
      }
    } catch (IllegalArgumentException e) {
      LOG.debug("Sign of life ignored", e);
    }
  }

  /** The last sign of life, null if it is too old. */
  private @Nullable PlannerSign current() {
    PlannerSign last = sign;
    if (last == null) {
      return null;
    }
    long silentMillis = TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - signNanos);
    long mostMillis = Math.max(MIN_SILENCE_MILLIS, SILENT_PERIODS * last.reportMillis());
    return silentMillis > mostMillis ? null : last;
  }

  /**
   * How often to report.
   *
   * @param leastMillis the period that is set
   */
  long periodMillis(long leastMillis) {
    PlannerSign last = current();
    ReportCalls current = calls;
    if (last == null) {
      return leastMillis;
    }
    boolean sends = current != null && current.mayCall();
    return Math.max(leastMillis, sends ? last.reportMillis() : last.zooKeeperMillis());
  }

  /**
   * Sends a report, or writes it.
   *
   * @param urgent whether tools wait for it
   * @param failures receives why a report that could not be sent could not be written either
   * @throws IOException if it can be neither sent nor written
   */
  synchronized void deliver(
      ClusterDocuments documents, UsageReport report, boolean urgent, Consumer<Exception> failures)
      throws IOException {
    String name = ClusterDocuments.usageOf(report.server());
    PlannerSign last = current();
    ReportCalls current = calls;
    boolean sends = last != null && current != null && current.mayCall();
    NumberedReport next = idle.next(report, last == null || sends != calledLast);
    calledLast = sends;
    if (!sends || current == null || last == null) {
      copied(nanoTime.getAsLong());
      documents.writeEphemeral(name, ReportCodec.write(next));
      return;
    }
    NumberedReport copy = NumberedReport.complete(next.number(), report);
    current.send(
        report.server(), ReportCodec.write(next), () -> write(documents, name, copy, failures));
    long now = nanoTime.getAsLong();
    long copyNanos = TimeUnit.MILLISECONDS.toNanos(last.copyMillis());
    if (urgent || !copied || now - copiedNanos >= copyNanos) {
      copied(now);
      documents.writeEphemeral(name, ReportCodec.write(copy));
    }
  }

  @GuardedBy("this")
  private void copied(long nowNanos) {
    copied = true;
    copiedNanos = nowNanos;
  }

  private static void write(
      ClusterDocuments documents,
      String name,
      NumberedReport report,
      Consumer<Exception> failures) {
    try {
      documents.writeEphemeral(name, ReportCodec.write(report));
    } catch (IOException | RuntimeException e) {
      failures.accept(e);
    }
  }
}
