package io.argus.master.status;

import static java.util.Comparator.comparingDouble;
import static java.util.stream.Collectors.toList;

import io.argus.core.plan.Plan;
import io.argus.core.settings.ServerSetup.ModeOrigin;
import io.argus.core.settings.Settings;
import io.argus.core.text.Text;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.master.slo.SloState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an operator must know first, as the clauses of one sentence: whether tenants have what is
 * guaranteed and agreed, where Argus does not work, and what keeps it from enforcing shares.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Headline {
  /** What precedes the headline of the first round. */
  static final Headline NONE = new Headline();

  /** A region server that starts is online before it reports. */
  static final long SILENT_MILLIS = 60_000;

  /** A tenant that hovers around a limit is above it for less. */
  static final long HOVER_MILLIS = 120_000;

  private static final int MAX_COMPONENTS = 2;
  private static final String BELOW = "below ";
  private static final String SLO = "slo ";

  private enum Severity {
    GOOD,
    NOTE,
    PROBLEM
  }

  private static final class Clause {
    final @Nullable String text;

    @SuppressWarnings("UnusedVariable") // Only in the JSON.
    final Severity severity;

    final @Nullable Long sinceMillis;

    Clause(String text, Severity severity, @Nullable Long sinceMillis) {
      this.text = text;
      this.severity = severity;
      this.sinceMillis = sinceMillis;
    }
  }

  private final List<Clause> clauses = new ArrayList<>();

  /** Since when each condition has been so, milliseconds since the epoch. */
  private final transient Map<String, Long> began = new HashMap<>();

  /** When each of them was so last. */
  private final transient Map<String, Long> held = new HashMap<>();

  private final transient Map<String, Long> beganBefore = new HashMap<>();
  private final transient long nowMillis;

  /** When the first round was: what was so then began at some time before. */
  private final transient long firstMillis;

  private Headline() {
    nowMillis = 0;
    firstMillis = 0;
  }

  private Headline(long nowMillis, Headline before) {
    this.nowMillis = nowMillis;
    before.held.forEach(
        (condition, millis) -> {
          if (millis == before.nowMillis || nowMillis - millis < HOVER_MILLIS) {
            beganBefore.put(condition, before.began.getOrDefault(condition, millis));
          }
        });
    firstMillis = before.firstMillis == 0 ? nowMillis : before.firstMillis;
  }

  /** Keeps what was so a moment ago and hovers: if it is so again, that is no new beginning. */
  private void keepHovering(Headline before) {
    beganBefore.forEach(
        (condition, since) -> {
          boolean hovers = condition.startsWith(BELOW) || condition.startsWith(SLO);
          if (hovers && began.putIfAbsent(condition, since) == null) {
            held.put(condition, before.held.getOrDefault(condition, since));
          }
        });
  }

  /** Returns a headline that only says this. */
  static Headline note(String text) {
    Headline headline = new Headline();
    headline.clauses.add(new Clause(text, Severity.NOTE, null));
    return headline;
  }

  /**
   * Returns the headline of a status.
   *
   * @param before that of the round before
   */
  static Headline of(ClusterStatus now, Headline before) {
    Headline headline = new Headline(now.writtenMillis(), before);
    if (now.servers().isEmpty()) {
      headline.add(Severity.NOTE, Collections.singletonList("none"), "No region server reports");
    } else {
      List<String> without = withoutShares(now);
      boolean enforces = without.size() < now.servers().size();
      if (!enforces) {
        headline.addMode(now.mode());
      }
      headline.addTenants(now, enforces);
      headline.addSlos(now);
      if (enforces && !without.isEmpty()) {
        String servers = part(without, now.servers().size(), "does", "do");
        headline.add(Severity.NOTE, without, servers + " not enforce shares");
      }
    }
    headline.addSilent(now);
    headline.addFailures(now);
    if (now.planMode() == Plan.Mode.PINNED) {
      headline.add(Severity.NOTE, Collections.singletonList("pin"), "the plan is pinned");
    }
    headline.keepHovering(before);
    return headline;
  }

  /** A condition for each region server that does not enforce shares. */
  private static List<String> withoutShares(ClusterStatus now) {
    return now.servers().stream()
        .filter(server -> modeOf(server, now.mode()) != Settings.Mode.ENFORCE)
        .map(server -> "mode " + server.server())
        .collect(toList());
  }

  private static Settings.Mode modeOf(ServerStatus server, Settings.Mode ofCluster) {
    ModeOrigin origin = server.setup().modeOrigin();
    return origin == ModeOrigin.LOCAL
        ? Settings.Mode.OFF
        : origin == ModeOrigin.SERVER ? server.setup().mode() : ofCluster;
  }

  private void addMode(Settings.Mode mode) {
    String text =
        mode == Settings.Mode.OBSERVE
            ? "Argus only observes: shares are not enforced"
            : "Argus is switched off: HBase schedules all requests";
    add(Severity.NOTE, Collections.singletonList(text), text);
  }

  private void addTenants(ClusterStatus now, boolean enforces) {
    int tenants = now.tenants().size();
    List<TenantStatus> below =
        now.tenants().stream()
            .filter(TenantStatus::isBelowShare)
            .sorted(comparingDouble(Headline::deliveredPart))
            .collect(toList());
    if (!below.isEmpty()) {
      TenantStatus worst = below.get(0);
      String text =
          below.size() == 1
              ? Text.format(
                  "%s gets %.0f%% of what it %s guaranteed",
                  worst.tenant(), 100 * deliveredPart(worst), enforces ? "is" : "would be")
              : Text.format(
                  "%,d of %,d tenants get less than they %s guaranteed, %s the least (%.0f%%)",
                  below.size(),
                  tenants,
                  enforces ? "are" : "would be",
                  worst.tenant(),
                  100 * deliveredPart(worst));
      List<String> conditions =
          below.stream().map(tenant -> BELOW + tenant.tenant()).collect(toList());
      add(Severity.PROBLEM, conditions, text);
    } else if (tenants == 0) {
      add("There are no tenants yet");
    } else if (now.planVersion() == 0) {
      add("There is no plan yet, so nothing is guaranteed");
    } else if (enforces) {
      add(
          tenants == 1
              ? "The only tenant gets what it is guaranteed"
              : Text.format(
                  "%s tenants get what they are guaranteed",
                  tenants == 2 ? "Both" : Text.format("All %,d", tenants)));
    }
  }

  private static double deliveredPart(TenantStatus tenant) {
    return tenant.operationsPerSecond() / tenant.guaranteedThroughput();
  }

  private void addSlos(ClusterStatus now) {
    List<SloState> missed = now.missedSlos();
    if (!missed.isEmpty()) {
      SloState first = missed.get(0);
      add(
          Severity.PROBLEM,
          missed.stream().map(slo -> SLO + slo.tenant() + ' ' + slo.about()).collect(toList()),
          missed.size() == 1
              ? first.tenant() + " misses its SLO (" + first.text() + ")"
              : Text.format("%,d of %,d SLOs are missed", missed.size(), now.slos().size()));
    }
  }

  private void addSilent(ClusterStatus now) {
    List<String> silent =
        now.withoutArgus().stream()
            .map(server -> "silent " + server)
            .filter(condition -> began(condition) <= nowMillis - SILENT_MILLIS)
            .collect(toList());
    if (!silent.isEmpty()) {
      int servers = now.servers().size() + now.withoutArgus().size();
      add(Severity.PROBLEM, silent, part(silent, servers, "runs", "run") + " without Argus");
    }
  }

  /** The components that failed on the most servers. */
  private void addFailures(ClusterStatus now) {
    Map<String, List<String>> failed = new TreeMap<>();
    for (ServerStatus server : now.servers()) {
      for (ComponentStatus component : server.components()) {
        if (component.state() == ComponentStatus.State.FAILED) {
          failed
              .computeIfAbsent(component.component(), c -> new ArrayList<>())
              .add("failed " + component.component() + ' ' + server.server());
        }
      }
    }
    failed.entrySet().stream()
        .sorted(comparingDouble(each -> -each.getValue().size()))
        .limit(MAX_COMPONENTS)
        .forEach(
            each -> {
              String servers = part(each.getValue(), now.servers().size(), "runs", "run");
              add(
                  Severity.PROBLEM,
                  each.getValue(),
                  servers + " without " + whatIsMissing(each.getKey()));
            });
  }

  private static String whatIsMissing(String component) {
    return component.equals(Component.CACHE.key())
        ? "cache partitioning"
        : component.equals(Component.SCHEDULER.key())
            ? "scheduling by tenant"
            : "component " + component;
  }

  private static String part(Collection<?> some, int all, String one, String several) {
    return Text.format(
        "%,d of %,d %s %s",
        some.size(), all, all == 1 ? "server" : "servers", some.size() == 1 ? one : several);
  }

  private void add(String text) {
    clauses.add(new Clause(text, Severity.GOOD, null));
  }

  /** Adds a clause that is true as long as one of these conditions has been so. */
  private void add(Severity severity, List<String> conditions, String text) {
    long since = conditions.stream().mapToLong(this::began).min().orElse(nowMillis);
    clauses.add(new Clause(text, severity, since == firstMillis ? null : since));
  }

  private long began(String condition) {
    held.put(condition, nowMillis);
    return began.computeIfAbsent(condition, c -> beganBefore.getOrDefault(c, nowMillis));
  }

  /** Whether tools can show it. */
  boolean isSound() {
    return clauses != null
        && clauses.stream().allMatch(clause -> clause != null && clause.text != null);
  }

  /**
   * Returns the sentence.
   *
   * @param clock the text of a time, milliseconds since the epoch
   */
  String text(LongFunction<String> clock) {
    return clauses.stream()
            .map(
                clause ->
                    clause.sinceMillis == null
                        ? clause.text
                        : clause.text + " (since " + clock.apply(clause.sinceMillis) + ")")
            .collect(Collectors.joining("; "))
        + ".";
  }
}
