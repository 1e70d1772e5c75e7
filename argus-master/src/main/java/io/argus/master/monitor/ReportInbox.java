package io.argus.master.monitor;

import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.ReportCodec;
import io.argus.core.documents.WireFormat;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The reports that region servers send to the master or leave in ZooKeeper, whichever way each one
 * takes. Only the latest report of a server counts, and the idle tenants of the complete one on
 * which it builds. A report is read when the planner asks for it, so that a flood of reports costs
 * little.
 *
 * <p>Safe for use by any thread.
 */
public final class ReportInbox {
  private static final int MAX_SERVERS = 20_000;
  private static final int MAX_REPORT_BYTES = 16_000_000;

  /**
   * So long, or so many times as between its last two reports, a server that sends reports is not
   * looked for in ZooKeeper, and is not forgotten.
   */
  private static final long SENDING_MILLIS = 10_000;

  private static final long SENDING_PERIODS = 3;
  private static final long MAX_PERIOD_MILLIS = 60_000;

  private static final byte[] NOTHING = {};

  /** What one server sent. */
  private static final class Slot {
    // Guarded by the inbox; not yet read.
    private byte[] latest = NOTHING;
    private byte[] complete = NOTHING;

    // Guarded by the inbox.
    private long lastNumber = Long.MIN_VALUE;
    private @Nullable Long sentMillis;
    private long periodMillis;

    // Guarded by the lock for reading.
    private long completeNumber = -1;
    private List<TenantUsage> idle = Collections.emptyList();
    private @Nullable UsageReport read;
    private @Nullable String problem;

    /**
     * A compact report with the number of the last one, or a lower one, is an old one. The number
     * of a damaged report says nothing.
     */
    void put(byte[] report) {
      if (ReportCodec.isWhole(report)) {
        long number = ReportCodec.number(report);
        if (number <= lastNumber) {
          return;
        }
        lastNumber = number;
        complete = number == ReportCodec.completeNumber(report) ? report : complete;
      } else if (!ReportCodec.isCompact(report)) {
        lastNumber = Long.MIN_VALUE;
      }
      latest = report;
    }

    void sent(long nowMillis) {
      if (sentMillis != null) {
        periodMillis = Math.min(MAX_PERIOD_MILLIS, Math.abs(nowMillis - sentMillis));
      }
      sentMillis = nowMillis;
    }

    boolean isSending(long nowMillis) {
      return sentMillis != null
          && Math.abs(nowMillis - sentMillis)
              <= Math.max(SENDING_MILLIS, SENDING_PERIODS * periodMillis);
    }

    void read(String server, byte[] newLatest, byte[] newComplete) {
      if (newLatest.length == 0) {
        return;
      }
      read = null;
      problem = null;
      try {
        if (newComplete != newLatest && newComplete.length > 0) {
          whole(WireFormat.readNumberedReport(newComplete));
        }
        read = whole(WireFormat.readNumberedReport(newLatest));
      } catch (RuntimeException e) {
        problem = ReceivedReports.leftOut(server, e);
      }
    }

    /** Adds the idle tenants of the complete report that a report leaves out. */
    private UsageReport whole(NumberedReport next) {
      UsageReport report = next.report();
      if (next.isComplete()) {
        completeNumber = next.number();
        idle = report.tenants().stream().filter(TenantUsage::isIdle).collect(Collectors.toList());
        return report;
      }
      if (next.leftOut() == 0 || next.completeNumber() != completeNumber) {
        return report;
      }
      Set<TenantId> named = new HashSet<>();
      report.tenants().forEach(usage -> named.add(usage.tenant()));
      List<TenantUsage> all = new ArrayList<>(report.tenants());
      idle.stream().filter(usage -> !named.contains(usage.tenant())).forEach(all::add);
      return report.with(all);
    }
  }

  private final Object reading = new Object();
  private final Map<String, Slot> slots = new TreeMap<>();

  /**
   * Takes over a report that a server sends.
   *
   * @param nowMillis the master's clock
   * @throws IllegalArgumentException if it cannot be one
   */
  public synchronized void sent(String server, byte[] report, long nowMillis) {
    if (!ReportCodec.isCompact(report) || report.length > MAX_REPORT_BYTES) {
      throw new IllegalArgumentException(
          "usage report of " + server + ", " + report.length + " bytes, is of an unknown format");
    }
    ReportCodec.completeNumber(report); // refuses one without header
    Slot slot = slots.get(server);
    if (slot == null) {
      if (slots.size() >= MAX_SERVERS) {
        throw new IllegalArgumentException("more than " + MAX_SERVERS + " region servers report");
      }
      slot = new Slot();
      slots.put(server, slot);
    }
    slot.put(report);
    slot.sent(nowMillis);
  }

  /** Whether a server has sent a report lately, so that its document need not be read. */
  public synchronized boolean isSending(String server, long nowMillis) {
    Slot slot = slots.get(server);
    return slot != null && slot.isSending(nowMillis);
  }

  /** Takes over what a server wrote into ZooKeeper, which may be anything. */
  public synchronized void written(String server, byte[] report) {
    slots.computeIfAbsent(server, s -> new Slot()).put(report);
  }

  /** Forgets all servers that neither send reports nor have a document. */
  public synchronized void keep(Collection<String> withDocument, long nowMillis) {
    Set<String> known = new HashSet<>(withDocument);
    slots
        .entrySet()
        .removeIf(slot -> !known.contains(slot.getKey()) && !slot.getValue().isSending(nowMillis));
  }

  /**
   * Reads the latest reports; those that have not changed are the same objects as before. Reports
   * may come meanwhile.
   */
  public ReceivedReports reports() {
    Map<String, UsageReport> reports = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    synchronized (reading) {
      for (Map.Entry<String, Slot> entry : current().entrySet()) {
        String server = entry.getKey();
        Slot slot = entry.getValue();
        read(server, slot);
        if (slot.read != null) {
          reports.put(server, slot.read);
        } else if (slot.problem != null) {
          problems.add(slot.problem);
        }
      }
    }
    return new ReceivedReports(reports, problems);
  }

  private synchronized Map<String, Slot> current() {
    return new TreeMap<>(slots);
  }

  private void read(String server, Slot slot) {
    byte[] latest;
    byte[] complete;
    synchronized (this) {
      latest = slot.latest;
      complete = slot.complete;
      slot.latest = NOTHING;
      slot.complete = NOTHING;
    }
    slot.read(server, latest, complete);
  }
}
