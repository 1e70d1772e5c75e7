package io.argus.core.usage;

import static io.argus.core.text.Text.format;

import io.argus.core.tenant.TenantId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The judge of a region server that tries another mode: whether a tenant's p99 or errors have risen
 * there beyond what the other servers show. It needs no master: it takes what the server measures
 * itself, what it measured before the change, and what other servers last published.
 *
 * <p>A window of a tenant is bad if its figure is by the guard's factor, and by a least amount,
 * above the greatest of two: the figure before the change, raised as much as that of the other
 * servers has risen since; and the figure of the other servers now (medians). Without one of the
 * two the other counts, and without both the tenant is not judged. Windows with few requests say
 * nothing, unless requests wait and are not answered: then the time that the queue would take
 * counts. The guard trips when {@value #BAD} of the last {@value #KEPT} windows of one tenant are
 * bad; the first {@value #SETTLING} windows after the change do not count.
 *
 * <p>Has no clock and no threads. Not safe for use by several threads.
 */
public final class CanaryGuard {
  /** Windows before the change that are remembered. */
  static final int BEFORE = 30;

  /** Fewer windows before the change are no figure. */
  static final int MIN_BEFORE = 5;

  /** Windows after the change that do not count: queues and caches change over. */
  static final int SETTLING = 3;

  /** Windows of a tenant that are kept. */
  static final int KEPT = 8;

  /** So many bad ones of them trip the guard. */
  static final int BAD = 5;

  /** A window with fewer requests says nothing. */
  static final double MIN_REQUESTS = 20;

  /** A p99 that is less above the others is noise. */
  static final double MIN_RISE_MILLIS = 20;

  /** Errors, as a part of all requests, that are less above the others are noise. */
  static final double MIN_ERRORS_RISE = 0.02;

  /** In a shorter window, as after a change of settings, requests may just not have ended yet. */
  private static final double MIN_STARVING_SECONDS = 0.4;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int MILLIS = 1000;

  private final double factor;
  private final Map<TenantId, Figures> before;
  private final Map<TenantId, OptionalDouble> othersBefore = new HashMap<>();
  private final Map<TenantId, Record> records = new HashMap<>();
  private int windows;
  private int judged;

  private CanaryGuard(double factor, Map<TenantId, Figures> before) {
    this.factor = factor;
    this.before = before;
  }

  /** What a server measured before the change. Not safe for use by several threads. */
  public static final class Before {
    private final Map<TenantId, Deque<Window>> windows = new HashMap<>();

    /** Adds a window; only the last ones are kept. */
    public void add(UsageReport own) {
      for (TenantUsage usage : own.tenants()) {
        Window window = new Window(usage, own.windowSeconds());
        if (window.isEnough()) {
          Deque<Window> kept = windows.computeIfAbsent(usage.tenant(), t -> new ArrayDeque<>());
          kept.addLast(window);
          if (kept.size() > BEFORE) {
            kept.removeFirst();
          }
        }
      }
    }

    /**
     * Begins to guard: the mode changes now.
     *
     * @param factor above 1
     */
    public CanaryGuard guard(double factor) {
      Map<TenantId, Figures> figures = new HashMap<>();
      windows.forEach(
          (tenant, kept) -> {
            if (kept.size() >= MIN_BEFORE) {
              figures.put(tenant, new Figures(kept));
            }
          });
      return new CanaryGuard(factor, figures);
    }
  }

  /** One window of one tenant on one server. Immutable. */
  private static final class Window {
    private final double requests;
    private final double p99Millis;
    private final double errors;
    private final double waitMillis;

    Window(TenantUsage usage, double seconds) {
      double failed = usage.get(Figure.FAILED) + usage.rejectedPerSecond();
      double perSecond = usage.totalOperationsPerSecond() + failed;
      requests = perSecond * seconds;
      p99Millis = usage.get(Figure.RESPONSE_P99) / NANOS_PER_MILLI;
      errors = perSecond > 0 ? failed / perSecond : 0;
      waitMillis = MILLIS * usage.queueLength() / Math.max(perSecond, 1 / seconds);
    }

    boolean isEnough() {
      return requests >= MIN_REQUESTS;
    }
  }

  /** Medians of several windows. Immutable. */
  private static final class Figures {
    private final double p99Millis;
    private final double errors;

    Figures(Collection<Window> windows) {
      p99Millis = median(windows, window -> window.p99Millis);
      errors = median(windows, window -> window.errors);
    }

    private static double median(Collection<Window> windows, ToDoubleFunction<Window> figure) {
      double[] sorted = windows.stream().mapToDouble(figure).sorted().toArray();
      int middle = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
  }

  /** The last windows of a tenant. */
  private static final class Record {
    private final boolean[] bad = new boolean[KEPT];
    private int next;

    int add(boolean isBad) {
      bad[next] = isBad;
      next = (next + 1) % KEPT;
      int count = 0;
      for (boolean each : bad) {
        count += each ? 1 : 0;
      }
      return count;
    }

    void forget() {
      Arrays.fill(bad, false);
    }
  }

  /**
   * Judges a window.
   *
   * @param own what this server measured
   * @param others what other servers published last, without those that try another mode, too
   * @return why the guard trips, with the figures; empty if it does not
   */
  public Optional<String> judge(UsageReport own, Collection<UsageReport> others) {
    windows++;
    judged = 0;
    for (TenantUsage usage : own.tenants()) {
      Optional<String> why = judge(usage, own.windowSeconds(), others);
      if (why.isPresent()) {
        return why;
      }
    }
    return Optional.empty();
  }

  /** How many tenants could be judged in the last window. */
  public int judged() {
    return judged;
  }

  private Optional<String> judge(
      TenantUsage usage, double seconds, Collection<UsageReport> others) {
    TenantId tenant = usage.tenant();
    @Nullable Figures known = before.get(tenant);
    @Nullable Figures now = figures(tenant, others);
    othersBefore.computeIfAbsent(
        tenant, t -> now == null ? OptionalDouble.empty() : OptionalDouble.of(now.p99Millis));
    Window window = new Window(usage, seconds);
    boolean starves =
        !window.isEnough()
            && known != null
            && usage.queueLength() > 0
            && seconds >= MIN_STARVING_SECONDS;
    if ((known == null && now == null) || !(window.isEnough() || starves)) {
      return Optional.empty();
    }
    judged++;
    double millis = starves ? Math.max(window.p99Millis, window.waitMillis) : window.p99Millis;
    double expectedMillis = expectedMillis(tenant, known, now);
    double expectedErrors =
        Math.max(known == null ? 0 : known.errors, now == null ? 0 : now.errors);
    boolean slow = isBeyond(millis, expectedMillis, MIN_RISE_MILLIS);
    boolean fails = isBeyond(window.errors, expectedErrors, MIN_ERRORS_RISE);
    if (windows <= SETTLING) {
      return Optional.empty();
    }
    Record record = records.computeIfAbsent(tenant, t -> new Record());
    if (record.add(slow || fails) < BAD) {
      return Optional.empty();
    }
    record.forget();
    return Optional.of(
        slow
            ? format(
                "%s of %s is %.0f ms here; before the change %s, on other servers %s; factor %.1f",
                starves ? "the wait of the queue" : "p99",
                tenant,
                millis,
                known == null ? "unknown" : format("%.0f ms", known.p99Millis),
                now == null ? "unknown" : format("%.0f ms", now.p99Millis),
                factor)
            : format(
                "%.1f%% of the requests of %s fail here; before the change %s, on other servers %s",
                100 * window.errors,
                tenant,
                known == null ? "unknown" : format("%.1f%%", 100 * known.errors),
                now == null ? "unknown" : format("%.1f%%", 100 * now.errors)));
  }

  private boolean isBeyond(double figure, double expected, double minRise) {
    return figure > factor * expected && figure - expected > minRise;
  }

  private double expectedMillis(TenantId tenant, @Nullable Figures known, @Nullable Figures now) {
    double others = now == null ? 0 : now.p99Millis;
    if (known == null) {
      return others;
    }
    double then = othersBefore.getOrDefault(tenant, OptionalDouble.empty()).orElse(0);
    double rise = now == null || then <= 0 ? 1 : Math.max(1, others / then);
    return Math.max(known.p99Millis * rise, others);
  }

  private static @Nullable Figures figures(TenantId tenant, Collection<UsageReport> reports) {
    List<Window> windows = new ArrayList<>();
    for (UsageReport report : reports) {
      for (TenantUsage usage : report.tenants()) {
        Window window = new Window(usage, report.windowSeconds());
        if (usage.tenant().equals(tenant) && window.isEnough()) {
          windows.add(window);
        }
      }
    }
    return windows.isEmpty() ? null : new Figures(windows);
  }
}
