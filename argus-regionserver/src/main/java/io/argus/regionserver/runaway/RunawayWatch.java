package io.argus.regionserver.runaway;

import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.RunawayRules.Action;
import io.argus.core.tenant.RunawayRules.Measure;
import io.argus.core.tenant.RunawayRules.Rule;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.UsageReport.Runaway;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Watches on one region server what requests use, where {@link RunawayRules} limit them.
 *
 * <p>The way of one request: as it is queued, {@link #subject} says whether a rule limits it. If
 * so, the {@link OfThread} of the thread that runs it sums up what it uses; a scanner's {@link
 * Costs} go from call to call. Whoever runs it asks {@link OfThread#check} now and then, cools it
 * down if told so, and ends it where that is safe if {@link OfThread#stop} has a reason.
 *
 * <p>Without a rule all of that is one volatile read for each request. Safe for use by any thread.
 */
public final class RunawayWatch {
  /** Rows between two looks at the clock in one call. */
  private static final long ROWS_PER_CHECK = 256;

  private final Function<Rule, String> author;
  private final Consumer<TenantId> counter;
  private final Hits hits = new Hits();
  private final Set<Rule> matched = ConcurrentHashMap.newKeySet();
  private volatile RunawayRules rules = RunawayRules.NONE;

  /**
   * @param author says who set a rule
   * @param counter receives the tenant of each hit
   */
  public RunawayWatch(Function<Rule, String> author, Consumer<TenantId> counter) {
    this.author = author;
    this.counter = counter;
  }

  /** A request that rules limit. Immutable; safe for use by any thread. */
  public static final class Subject {
    private final RunawayWatch watch;
    private final TenantId tenant;
    private final RequestKind kind;
    private final String user;
    private final String host;
    private final String table;
    private final List<Rule> rules;

    private Subject(
        RunawayWatch watch,
        TenantId tenant,
        RequestKind kind,
        String user,
        String host,
        String table,
        List<Rule> rules) {
      this.watch = watch;
      this.tenant = tenant;
      this.kind = kind;
      this.user = user;
      this.host = host;
      this.table = table;
      this.rules = rules;
    }
  }

  /** A platform's scanner whose costs are summed up over its calls. */
  public interface Scanner {
    /** Null if no rule limited the call that opened it. */
    @Nullable Costs costs();
  }

  /**
   * What a call, or a scanner over all of its calls, has used so far. Used by one thread at a time:
   * the platform runs the calls of a scanner one after another.
   */
  public static final class Costs {
    private final String filter;
    private long rows;
    private long blockBytes;
    private long handlerNanos;
    private long cpuNanos;

    // Before the current call.
    private long blockBytesBefore;
    private long handlerNanosBefore;
    private long cpuNanosBefore;

    private final List<Rule> hit = new ArrayList<>(0);
    private boolean writes;
    private volatile boolean cool;
    private @Nullable String stop;

    Costs(String filter) {
      this.filter = filter;
    }

    private void callUses(long ofHandlerNanos, long ofCpuNanos, long ofBlockBytes) {
      handlerNanos = handlerNanosBefore + ofHandlerNanos;
      cpuNanos = cpuNanosBefore + ofCpuNanos;
      blockBytes = blockBytesBefore + ofBlockBytes;
    }

    private void callEnds() {
      handlerNanosBefore = handlerNanos;
      cpuNanosBefore = cpuNanos;
      blockBytesBefore = blockBytes;
    }

    private long used(Measure measure) {
      switch (measure) {
        case ROWS:
          return rows;
        case BYTES:
          return blockBytes;
        case HANDLER_MILLIS:
          return TimeUnit.NANOSECONDS.toMillis(handlerNanos);
        case CPU_MILLIS:
          return TimeUnit.NANOSECONDS.toMillis(cpuNanos);
      }
      throw new IllegalStateException(measure.name());
    }

    private boolean isNew(Rule rule) {
      return !hit.contains(rule) && hit.add(rule);
    }

    /** Whether a filter sees its rows, also those that it rejects, and has them counted. */
    public boolean countsByFilter() {
      return !filter.isEmpty();
    }

    /** Whether it goes on in the class {@link RunawayRules#COOL_CLASS}. Any thread may ask. */
    public boolean isCool() {
      return cool;
    }
  }

  /**
   * Watches the requests of one thread, one after another.
   *
   * <p>Belongs to the thread.
   */
  public static final class OfThread {
    private @Nullable Subject subject;
    private @Nullable Costs costs;
    private long rowsChecked;

    /** Whether it was said that the current request is to be cooled down. */
    private boolean moved;

    /** A request begins, null if no rule limits it. */
    public void begin(@Nullable Subject of) {
      subject = of;
      costs = of == null ? null : new Costs("");
      rowsChecked = 0;
      moved = false;
    }

    /** Whether a rule limits the current request. */
    public boolean isOn() {
      return subject != null;
    }

    /**
     * The request opens a scanner.
     *
     * @param filter class of its filter, empty if it has none
     */
    public void opens(String filter) {
      goesOn(new Costs(filter));
    }

    /** What the current request, or its scanner, has used; null if no rule limits the request. */
    public @Nullable Costs costs() {
      return costs;
    }

    /** The request goes on with a scanner that was opened by this call or by an earlier one. */
    public void goesOn(Costs scanner) {
      Costs before = costs;
      if (subject != null && before != null && before != scanner) {
        scanner.rows += before.rows;
        costs = scanner;
        rowsChecked = scanner.rows;
      }
    }

    /** It looks at a row; returns whether it is time to {@link #check}. */
    public boolean row() {
      Costs current = costs;
      if (current == null) {
        return false;
      }
      current.rows++;
      return current.rows - rowsChecked >= ROWS_PER_CHECK || isAtLimit(current.rows);
    }

    private boolean isAtLimit(long rows) {
      Subject of = subject;
      for (int i = 0; of != null && i < of.rules.size(); i++) {
        Rule rule = of.rules.get(i);
        if (rule.measure() == Measure.ROWS && rows == rule.limit() + 1) {
          return true;
        }
      }
      return false;
    }

    /** It has written something, or is about to, so that it is not stopped. */
    public void writes() {
      Costs current = costs;
      if (current != null) {
        current.writes = true;
      }
    }

    /**
     * Compares what it has used with the rules.
     *
     * @param handlerNanos used by this call so far
     * @param cpuNanos used by this call so far
     * @param blockBytes of the blocks that this call has looked at so far
     * @return whether it is to be cooled down now; said once for each call
     */
    public boolean check(long handlerNanos, long cpuNanos, long blockBytes) {
      return check(handlerNanos, cpuNanos, blockBytes, false);
    }

    private boolean check(long handlerNanos, long cpuNanos, long blockBytes, boolean ended) {
      Subject of = subject;
      Costs sum = costs;
      if (of == null || sum == null) {
        return false;
      }
      rowsChecked = sum.rows;
      sum.callUses(handlerNanos, cpuNanos, blockBytes);
      for (int i = 0; i < of.rules.size(); i++) {
        Rule rule = of.rules.get(i);
        long used = sum.used(rule.measure());
        boolean waits = ended && of.kind == RequestKind.SCAN && rule.action() == Action.STOP;
        if (used > rule.limit() && !waits && sum.isNew(rule)) {
          String done = done(of, sum, rule, ended);
          if (done.equals(Runaway.COOLED_DOWN)) {
            sum.cool = true;
          } else if (done.equals(Runaway.STOPPED)) {
            sum.stop = of.watch.reason(rule, used);
          }
          of.watch.hit(of, sum, rule, done);
        }
      }
      boolean movesNow = sum.cool && !moved && !ended;
      moved |= movesNow;
      return movesNow;
    }

    private static String done(Subject of, Costs sum, Rule rule, boolean ended) {
      boolean lives = !ended || of.kind == RequestKind.SCAN;
      if (rule.action() == Action.DRY_RUN || !lives) {
        return Runaway.LISTED;
      }
      boolean reads = of.kind == RequestKind.GET || of.kind == RequestKind.SCAN;
      return rule.action() == Action.STOP && reads && !sum.writes
          ? Runaway.STOPPED
          : Runaway.COOLED_DOWN;
    }

    /** Why the current request is to fail now, for its client; null if it is not. */
    public @Nullable String stop() {
      Costs current = costs;
      return current == null || current.writes ? null : current.stop;
    }

    /** The request has ended, after it used that much. */
    public void end(long handlerNanos, long cpuNanos, long blockBytes) {
      check(handlerNanos, cpuNanos, blockBytes, true);
      Costs sum = costs;
      if (sum != null) {
        sum.callEnds();
      }
      subject = null;
      costs = null;
    }
  }

  /** Takes over the rules. A scanner follows them from its next call on. */
  public void rulesAre(RunawayRules now) {
    if (now != rules) {
      rules = now;
      matched.retainAll(now.all());
    }
  }

  /** Whether there are any rules. */
  public boolean isOn() {
    return !rules.isEmpty();
  }

  /**
   * Returns a request as it is watched, null if no rule limits it.
   *
   * @param user short name, null if it is not known
   * @param host address of the client; empty if it is not known
   * @param table the first of several; empty if it is not known
   */
  public @Nullable Subject subject(
      TenantId tenant,
      RequestKind kind,
      @Nullable String user,
      Supplier<String> host,
      Supplier<String> table) {
    RunawayRules now = rules;
    if (now.isEmpty()) {
      return null;
    }
    List<Rule> found = null;
    String name = kind.name().toLowerCase(Locale.ROOT);
    for (Rule rule : now.all()) {
      if (rule.matches(tenant, user, name)) {
        found = found == null ? new ArrayList<>() : found;
        found.add(rule);
        if (!matched.contains(rule)) {
          matched.add(rule);
        }
      }
    }
    return found == null
        ? null
        : new Subject(this, tenant, kind, user == null ? "" : user, host.get(), table.get(), found);
  }

  private String reason(Rule rule, long used) {
    return "Argus stopped this request: it used "
        + used
        + " "
        + rule.measure().unit()
        + ", the runaway rule '"
        + rule
        + "' allows "
        + rule.limit()
        + " (set by "
        + author.apply(rule)
        + "). Ask for less, such as a smaller range of rows, or have the rule changed by 'argus tenant"
        + " runaway'. A retry would be stopped, too";
  }

  private void hit(Subject of, Costs sum, Rule rule, String done) {
    counter.accept(of.tenant);
    hits.add(
        Runaway.of(of.tenant, rule.toString(), done, of.kind, System.currentTimeMillis())
            .from(of.user, of.host)
            .on(of.table, sum.filter)
            .used(
                sum.used(Measure.ROWS),
                sum.used(Measure.BYTES),
                sum.used(Measure.HANDLER_MILLIS),
                sum.used(Measure.CPU_MILLIS)));
  }

  /** What was hit, the latest first; a bounded number. */
  public List<Runaway> hits() {
    return hits.latestFirst();
  }

  /** The rules that have matched no request since they are in force here, as they are written. */
  public List<String> idleRules() {
    return rules.all().stream()
        .filter(rule -> !matched.contains(rule))
        .map(Rule::toString)
        .collect(Collectors.toList());
  }
}
