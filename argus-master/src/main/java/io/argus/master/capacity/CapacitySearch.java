package io.argus.master.capacity;

import io.argus.core.tenant.TenantId;
import io.argus.core.text.Text;
import io.argus.master.capacity.CapacityAnswer.Servers;
import io.argus.master.capacity.OperationCost.Beyond;
import io.argus.master.model.TenantModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Says how many servers meet every SLO, and what numbers of servers would give.
 *
 * <p>Idea: {@link ServersModel} predicts, by the planner's own optimum, what n servers give. A
 * tenant with an SLO asks for that much and comes first; what its {@link Calibration} says of the
 * model's error on it is corrected before. The least n is found by bisection: more servers keep
 * what fewer keep.
 *
 * <p>The prediction has a low end, at which the model is as far off as its error and cache beyond
 * what was measured saves half of what the trend says, and a high end, at which it saves half as
 * much again.
 *
 * <p>Numbers of servers from half the least to twice the greatest that was measured count as
 * calibrated. Others need leave.
 *
 * <p>Deterministic. Used by one thread.
 */
public final class CapacitySearch {
  private static final int RANGE = 2;
  private static final int MAX_SERVERS = 4096;
  private static final double KEPT = 0.995;
  private static final double MILLIS = 1000;
  private static final int MAX_WITH_LATENCY = 8;

  private final CapacityQuestion question;
  private final int current;
  private final ServersModel model;
  private final RegionSpread spread;

  /** As they are now, then with the SLOs and those to be added. */
  private final List<ScaledTenant> now = new ArrayList<>();

  private final List<ScaledTenant> asked = new ArrayList<>();
  private final List<Calibration> calibrations = new ArrayList<>();
  private final int from;
  private final int to;
  private final Map<Integer, double[]> byModel = new HashMap<>();

  private CapacitySearch(CapacityQuestion question) {
    this.question = question;
    this.current = question.currentServers();
    if (current == 0 || question.models.isEmpty()) {
      throw new IllegalArgumentException(
          "no region server reports a tenant yet: nothing is known of this cluster");
    }
    for (TenantModel each : question.models) {
      now.add(new ScaledTenant(each, question.usage.tenantOrIdle(each.tenant())));
    }
    spread = new RegionSpread(question.models, question.regions, current);
    model = new ServersModel(spread, question.settings, question.usage);
    SortedSet<Integer> sizes = new TreeSet<>(Arrays.asList(current));
    for (int i = 0; i < now.size(); i++) {
      calibrations.add(calibration(i));
      sizes.addAll(calibrations.get(i).sizes());
    }
    from = Math.max(1, sizes.first() / RANGE);
    to = RANGE * sizes.last();
    request();
  }

  /**
   * @throws IllegalArgumentException saying what cannot be answered: nothing is known of the
   *     cluster, a tenant is unknown, or the number of servers is beyond what was calibrated
   */
  public static CapacityAnswer answer(CapacityQuestion question) {
    return new CapacitySearch(question).answer();
  }

  private Calibration calibration(int tenant) {
    ScaledTenant scaled = now.get(tenant);
    List<MeasuredPoint> points =
        new ArrayList<>(question.measured.getOrDefault(scaled.tenant, new ArrayList<>()));
    boolean held = scaled.demand == ScaledTenant.UNLIMITED && scaled.model.throughput() > 0;
    if (held && points.stream().noneMatch(point -> point.servers == current)) {
      points.add(new MeasuredPoint(current, scaled.model.throughput()));
    }
    return new Calibration(
        held ? points : new ArrayList<>(),
        servers -> byModel(servers)[tenant],
        scaled.model.choice().error());
  }

  /** What the model says of the tenants as they are now. */
  private double[] byModel(int servers) {
    return byModel.computeIfAbsent(
        servers,
        n -> {
          double[] demands = now.stream().mapToDouble(each -> each.demand).toArray();
          return model.on(n, now, demands, Beyond.TREND).throughputs;
        });
  }

  private void request() {
    asked.addAll(now);
    for (TenantOperations slo : question.slos) {
      int i = number(slo.tenant);
      asked.set(i, now.get(i).withSlo(slo.tenant, slo.operationsPerSecond));
    }
    for (TenantOperations more : question.added) {
      int i = number(more.tenant);
      asked.add(now.get(i).withSlo(nameLike(more.tenant), more.operationsPerSecond));
      calibrations.add(calibrations.get(i));
    }
  }

  private TenantId nameLike(TenantId tenant) {
    List<String> taken = ScaledTenant.names(asked);
    String name = "like-" + tenant;
    for (int k = 2; taken.contains(name); k++) {
      name = "like-" + tenant + "-" + k;
    }
    return TenantId.of(name);
  }

  private int number(TenantId tenant) {
    for (int i = 0; i < now.size(); i++) {
      if (now.get(i).tenant.equals(tenant)) {
        if (!now.get(i).isKnown()) {
          throw new IllegalArgumentException(
              "too little is known of tenant " + tenant + " to predict it: it is idle, or new");
        }
        return i;
      }
    }
    throw new IllegalArgumentException(
        "tenant "
            + tenant
            + " is unknown: "
            + Text.instead(tenant.name(), ScaledTenant.names(now)));
  }

  private CapacityAnswer answer() {
    for (int servers : question.servers) {
      if ((servers < from || servers > to) && !question.extrapolates) {
        throw new IllegalArgumentException(
            servers
                + " servers are beyond what this cluster was calibrated for, "
                + from
                + " to "
                + to
                + " (half to twice of those it had): ask for extrapolation (--extrapolate) if a"
                + " guess will do");
      }
    }
    boolean slos = asked.stream().anyMatch(each -> each.hasSlo);
    Integer needed = slos ? least(false) : null;
    Integer atWorst = slos ? least(true) : null;
    SortedSet<Integer> shown = new TreeSet<>(Arrays.asList(current));
    if (!question.servers.isEmpty()) {
      shown.addAll(question.servers);
    } else if (slos) {
      shown.addAll(needed == null ? Arrays.asList(to) : Arrays.asList(needed));
      if (atWorst != null) {
        shown.add(atWorst);
      }
    } else {
      shown.addAll(Arrays.asList(current + 1, to));
    }
    List<Servers> outcomes = new ArrayList<>();
    shown.forEach(n -> outcomes.add(outcome(n)));
    return new CapacityAnswer(current, from, to, needed, atWorst, note(slos, needed), outcomes);
  }

  private String note(boolean slos, @Nullable Integer needed) {
    List<String> notes = new ArrayList<>();
    if (!question.note.isEmpty()) {
      notes.add(question.note);
    }
    if (needed != null && needed == from && from > 1 && !question.extrapolates) {
      notes.add("fewer servers than " + from + " may do: ask for extrapolation (--extrapolate)");
    }
    if (slos && needed == null) {
      notes.add(
          question.extrapolates
              ? "no number of servers up to " + MAX_SERVERS + " meets every SLO"
              : "no number of servers up to "
                  + to
                  + ", twice of those it had, meets every SLO: ask for extrapolation"
                  + " (--extrapolate) to look further");
    }
    for (ScaledTenant each : asked) {
      if (!each.isKnown() && each.demand > 0) {
        notes.add("too little is known of " + each.tenant + ": it is taken to need nothing");
      }
      int regions = spread.regions(each.like);
      if (regions > 0 && regions < to && each.tenant.equals(each.like)) {
        notes.add(
            each.tenant + " has " + regions + " regions: more servers than that do not help it");
      }
    }
    return String.join("; ", notes);
  }

  /** The least number of servers that meets every SLO; null if none in the range does. */
  private @Nullable Integer least(boolean atWorst) {
    int high = to;
    int most = question.extrapolates ? MAX_SERVERS : to;
    while (!keeps(high, atWorst)) {
      if (high >= most) {
        return null;
      }
      high = Math.min(most, high * RANGE);
    }
    int low = question.extrapolates ? 0 : from - 1;
    while (high - low > 1) {
      int middle = (low + high) / 2;
      if (keeps(middle, atWorst)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private boolean keeps(int servers, boolean atWorst) {
    double[] given = given(servers, atWorst ? Beyond.LESS : Beyond.TREND, atWorst ? -1 : 0);
    return keeps(given);
  }

  private boolean keeps(double[] given) {
    for (int i = 0; i < given.length; i++) {
      if (asked.get(i).hasSlo && given[i] < KEPT * asked.get(i).demand) {
        return false;
      }
    }
    return true;
  }

  /**
   * Operations per second of each tenant.
   *
   * @param errors how many times the error the model is off
   */
  private double[] given(int servers, Beyond beyond, double errors) {
    double[] factors = new double[asked.size()];
    for (int i = 0; i < factors.length; i++) {
      double error = calibrations.get(i).error(servers, current);
      factors[i] = calibrations.get(i).factor(servers) * Math.max(0.01, 1 + errors * error);
    }
    return times(modelled(servers, factors, beyond), factors);
  }

  private ServersModel.Outcome modelled(int servers, double[] factors, Beyond beyond) {
    double[] wanted = new double[factors.length];
    for (int i = 0; i < wanted.length; i++) {
      wanted[i] = asked.get(i).demand / (asked.get(i).hasSlo ? factors[i] : 1);
    }
    return model.on(servers, asked, wanted, beyond);
  }

  private double[] times(ServersModel.Outcome outcome, double[] factors) {
    double[] given = new double[factors.length];
    for (int i = 0; i < given.length; i++) {
      ScaledTenant each = asked.get(i);
      boolean fixed = each.demand != ScaledTenant.UNLIMITED && !each.hasSlo;
      // The demand of a model has headroom that the clients do not use.
      given[i] =
          fixed
              ? Math.min(outcome.throughputs[i], each.model.throughput())
              : outcome.throughputs[i] * factors[i];
    }
    return given;
  }

  private Servers outcome(int servers) {
    double[] factors = new double[asked.size()];
    Arrays.setAll(factors, i -> calibrations.get(i).factor(servers));
    ServersModel.Outcome outcome = modelled(servers, factors, Beyond.TREND);
    double[] given = times(outcome, factors);
    double[] least = given(servers, Beyond.LESS, -1);
    double[] most = given(servers, Beyond.MORE, 1);
    List<CapacityAnswer.Tenant> tenants = new ArrayList<>();
    for (int i = 0; i < given.length; i++) {
      ScaledTenant each = asked.get(i);
      double scatter = outcome.scatters[i];
      double low = Math.min(given[i], least[i]) * (1 - scatter);
      double high = Math.max(given[i], most[i]) * (1 + scatter);
      double alone = alone(servers, i) * factors[i];
      tenants.add(
          new CapacityAnswer.Tenant(
              each.tenant.name(),
              each.asks(),
              each.hasSlo,
              given[i],
              low,
              each.demand == ScaledTenant.UNLIMITED ? high : Math.min(each.asks(), high),
              byCurrentClients(each, servers, given[i]),
              alone < ScaledTenant.UNKNOWN ? alone : 0,
              latencyMillis(i, servers, given[i]),
              calibrations.get(i).basis()));
    }
    return new Servers(servers, keeps(given), keeps(least), outcome.cpuUse, tenants);
  }

  /** What the tenant would do alone with clients that use whatever they get. */
  private double alone(int servers, int tenant) {
    TenantModel local = asked.get(tenant).onOne(servers, ScaledTenant.UNLIMITED, Beyond.TREND);
    return servers * local.isolatedThroughput();
  }

  /**
   * The throughput of a closed network of n equal servers with so many customers, relative to that
   * of a full one, N / (N + n - 1); now it is the same with the current servers. The customers are
   * those of all tenants that use whatever they get: one uses what another leaves idle.
   */
  private double byCurrentClients(ScaledTenant tenant, int servers, double given) {
    double clients = 0;
    for (ScaledTenant each : asked) {
      clients += each.demand == ScaledTenant.UNLIMITED ? each.requestsInside : 0;
    }
    if (tenant.demand != ScaledTenant.UNLIMITED || clients < 1) {
      return 0;
    }
    double there = clients / (clients + servers - 1);
    double here = clients / (clients + current - 1);
    return given * Math.min(1, there / here);
  }

  private @Nullable Double latencyMillis(int tenant, int servers, double given) {
    ScaledTenant each = asked.get(tenant);
    double operations = each.model.throughput();
    boolean limited = each.demand != ScaledTenant.UNLIMITED && each.model.isDemandLimited();
    if (!limited || operations <= 0 || given <= 0 || asked.size() > MAX_WITH_LATENCY) {
      return null;
    }
    LatencyLaw law =
        LatencyLaw.of(
            each.requestsInside / operations,
            unlimited(now, number(each.like), current) / current,
            operations / current);
    double most = unlimited(asked, tenant, servers) / servers;
    OptionalDouble seconds = law.seconds(most, given / servers);
    return seconds.isPresent() ? MILLIS * seconds.getAsDouble() : null;
  }

  /** What a tenant would get among the others if it used whatever it gets. */
  private double unlimited(List<ScaledTenant> tenants, int tenant, int servers) {
    double[] demands = tenants.stream().mapToDouble(each -> each.demand).toArray();
    demands[tenant] = ScaledTenant.UNLIMITED;
    return model.on(servers, tenants, demands, Beyond.TREND).throughputs[tenant];
  }
}
