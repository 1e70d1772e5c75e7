package io.argus.master.metering;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Books what tenants use and writes it into the usage table, in a thread that the platform gives,
 * apart from planning. While the table cannot be used nothing is lost: the region servers and the
 * ledger keep it, and a problem says so.
 *
 * <p>Safe for use by any thread.
 */
public final class Metering {
  private static final Logger LOG = LoggerFactory.getLogger(Metering.class);

  private static final long MAX_ROWS_PER_SECOND = 500;

  /** With so many rows that cannot be written, it books no more; the servers keep the totals. */
  private static final int MAX_UNWRITTEN = 200_000;

  private static final int BATCH = 1_000;

  /** How long a server may be silent before its accounts are read from the table again. */
  private static final long FORGET_MILLIS = 600_000;

  private final Supplier<Settings> settings;
  private final AtomicBoolean working = new AtomicBoolean();
  private volatile @Nullable UsageTable table;
  private volatile Executor thread = task -> {};
  private volatile LongSupplier nanoTime = () -> 0;
  private volatile String problem = "";

  // Used by one task at a time.
  private final Due due = new Due();
  private long failedMillis;
  private int writes;
  private final ContentionLedger contention = new ContentionLedger();

  @GuardedBy("this")
  private final UsageLedger ledger = new UsageLedger();

  /** When the table is to be touched next; a clock that goes back does not put it off. */
  private static final class Due {
    private long atMillis;
    private long mostMillis;

    void in(long millis, long nowMillis) {
      atMillis = nowMillis + millis;
      mostMillis = millis;
    }

    boolean isAt(long nowMillis) {
      return nowMillis >= atMillis || atMillis - nowMillis > mostMillis;
    }
  }

  /**
   * @param settings read anew each time
   */
  public Metering(Supplier<Settings> settings) {
    this.settings = settings;
  }

  /**
   * Begins to write into a table.
   *
   * @param platform where what is used is kept
   * @param inOrder runs tasks one after the other
   * @param monotonicNanos a clock that nobody sets
   */
  public void start(UsageTable platform, Executor inOrder, LongSupplier monotonicNanos) {
    thread = inOrder;
    nanoTime = monotonicNanos;
    table = platform;
  }

  /** Whether it is switched on and has a table. */
  public boolean isOn() {
    return table != null && settings.get().get(Settings.USAGE_ENABLED);
  }

  /** What keeps it from writing; empty if nothing does. */
  public List<String> problems() {
    String current = problem;
    return current.isEmpty() || !isOn()
        ? Collections.emptyList()
        : Collections.singletonList(current);
  }

  /** Reads what was used until now; empty if there is no table. */
  public Optional<UsageReader> reader() {
    UsageTable current = table;
    if (current == null) {
      return Optional.empty();
    }
    synchronized (this) {
      return Optional.of(new UsageReader(current, ledger.unwritten()));
    }
  }

  /**
   * Looks at the latest report of each server. Returns at once, and throws nothing.
   *
   * @param losses the throughput loss of each tenant now
   * @param nowMillis milliseconds since the epoch
   */
  public void receive(Collection<UsageReport> reports, List<TenantLoss> losses, long nowMillis) {
    UsageTable current = table;
    if (current == null || !isOn() || !working.compareAndSet(false, true)) {
      return;
    }
    List<UsageReport> latest = new ArrayList<>(reports);
    try {
      thread.execute(
          () -> {
            try {
              work(current, latest, losses, nowMillis);
            } finally {
              working.set(false);
            }
          });
    } catch (RuntimeException e) {
      working.set(false);
      LOG.warn("Usage is not metered this time: {}", e.toString());
    }
  }

  private void work(
      UsageTable into, List<UsageReport> reports, List<TenantLoss> losses, long nowMillis) {
    boolean touches = due.isAt(nowMillis);
    try {
      if (touches) {
        open(into, reports, nowMillis);
        beginHour(into, nowMillis);
      }
      book(reports, losses, nowMillis);
      if (touches) {
        writeAll(into, reports, nowMillis);
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      failed(into, e, nowMillis);
    }
  }

  private long writePeriodMillis() {
    return settings.get().get(Settings.USAGE_WRITE_PERIOD_MILLIS);
  }

  private void failed(UsageTable into, Throwable why, long nowMillis) {
    due.in(writePeriodMillis(), nowMillis);
    if (problem.isEmpty()) {
      failedMillis = nowMillis;
      LOG.warn("What tenants use is not written into the table {}", into.name(), why);
    }
    problem =
        "what tenants use is not written into the table "
            + into.name()
            + " since "
            + Instant.ofEpochMilli(failedMillis).truncatedTo(ChronoUnit.SECONDS)
            + ", it will be written later: "
            + (why.getMessage() == null ? why.toString() : why.getMessage());
  }

  /** Reads the accounts of servers that are new to this master. */
  private void open(UsageTable from, List<UsageReport> reports, long nowMillis) throws IOException {
    List<UsageReport> unknown = new ArrayList<>();
    synchronized (this) {
      for (UsageReport report : reports) {
        if (!ledger.knows(report.server())) {
          unknown.add(report);
        }
      }
    }
    if (unknown.isEmpty()) {
      return;
    }
    Map<String, Map<TenantId, Account>> accounts = Accounts.read(from, unknown, nowMillis);
    Map<String, List<UsageRow>> rows = Accounts.rowsSince(from, accounts, nowMillis);
    synchronized (this) {
      accounts.forEach(
          (server, of) ->
              ledger.open(
                  server,
                  of,
                  rows.getOrDefault(server, Collections.emptyList()),
                  Accounts.startMillis(server, nowMillis)));
    }
  }

  private void beginHour(UsageTable into, long nowMillis) throws IOException {
    if (contention.isOver(nowMillis)) {
      putContention(into);
      contention.begin(nowMillis);
    }
  }

  private void putContention(UsageTable into) throws IOException {
    put(into, contention.changed());
    contention.written();
  }

  private synchronized void book(
      List<UsageReport> reports, List<TenantLoss> losses, long nowMillis) {
    if (!contention.isOver(nowMillis)) {
      contention.add(reports, losses, nowMillis);
    }
    if (ledger.unwrittenCount() > MAX_UNWRITTEN) {
      return;
    }
    long nowNanos = nanoTime.getAsLong();
    for (UsageReport report : reports) {
      if (ledger.knows(report.server())) {
        ledger.book(report.server(), report.tenants(), nowMillis, nowNanos);
      }
    }
  }

  private void writeAll(UsageTable into, List<UsageReport> reports, long nowMillis)
      throws IOException {
    if (writes == 1) {
      // A master that was active before and did not know yet that it is not may have written since.
      synchronized (this) {
        ledger.writeAgain();
      }
    }
    int rows = write(into);
    putContention(into);
    writes++;
    due.in(Math.max(writePeriodMillis(), rows * 1000L / MAX_ROWS_PER_SECOND), nowMillis);
    if (!problem.isEmpty()) {
      problem = "";
      LOG.info("What tenants use is written into the table {} again", into.name());
    }
    Set<String> current = new HashSet<>();
    reports.forEach(report -> current.add(report.server()));
    if (writes == 2) {
      long keptMillis = TimeUnit.DAYS.toMillis(settings.get().get(Settings.USAGE_KEEP_DAYS));
      into.delete(Accounts.old(into, current, nowMillis - keptMillis));
    }
    synchronized (this) {
      ledger.forget(current, nowMillis - FORGET_MILLIS);
    }
  }

  /** Writes rows first, then the accounts that say that they are written; returns their number. */
  private int write(UsageTable into) throws IOException {
    List<TableRow> rows = new ArrayList<>();
    List<TableRow> accounts;
    synchronized (this) {
      ledger.unwritten().forEach(row -> rows.add(row.toTable()));
      accounts = ledger.changedAccounts();
    }
    boolean created = put(into, rows);
    created |= put(into, accounts);
    synchronized (this) {
      ledger.written();
      if (created) {
        ledger.writeAgain();
      }
    }
    return rows.size();
  }

  private static boolean put(UsageTable into, List<TableRow> rows) throws IOException {
    boolean created = false;
    for (int i = 0; i < rows.size(); i += BATCH) {
      created |= into.put(rows.subList(i, Math.min(rows.size(), i + BATCH)));
    }
    return created;
  }
}
