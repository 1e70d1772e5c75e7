package io.argus.master.status;

import io.argus.core.documents.PlannerSign;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.usage.UsageReport;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.plans.PlanHistory;
import io.argus.master.regions.Region;
import io.argus.master.regions.ServerGroups;
import io.argus.master.slo.SloState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What one planning round found and decided, and the status that is made of it. Whoever answers a
 * question takes one round, so that two never meet in one answer.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Round {
  final long takenMillis;
  final List<String> problems;
  final List<SloState> slos;
  private final Settings settings;
  private final ClusterUsage usage;
  private final Collection<UsageReport> received;
  private final PlannerSign sign;
  private final List<TenantModel> models;
  private final Optional<Plan> plan;
  private final Optional<Plan> pin;
  private final PlanHistory plans;
  private final List<Region> regions;
  private final ServerGroups groups;
  private final Set<String> online;
  private final TableOwners tables;
  private final ClusterStatus status;

  Round(Builder parts, Function<Round, ClusterStatus> status) {
    this.takenMillis = parts.takenMillis;
    this.settings = parts.settings;
    this.problems = Collections.unmodifiableList(new ArrayList<>(parts.problems));
    this.usage = parts.usage;
    this.received = parts.received;
    this.sign = parts.sign;
    this.models = parts.models;
    this.slos = parts.slos;
    this.plan = parts.plan;
    this.pin = parts.pin;
    this.plans = parts.plans;
    this.regions = parts.regions;
    this.groups = parts.groups;
    this.online = parts.online;
    this.tables = parts.tables;
    this.status = status.apply(this);
  }

  /** The parts of a round. Lists must be unmodifiable. Used by one thread. */
  public static final class Builder {
    private final long takenMillis;
    private final Settings settings;
    private final List<String> problems = new ArrayList<>();
    private ClusterUsage usage = ClusterUsage.NONE;
    private Collection<UsageReport> received = Collections.emptyList();
    private PlannerSign sign = new PlannerSign(0, 1, 1, 1);
    private List<TenantModel> models = Collections.emptyList();
    private List<SloState> slos = Collections.emptyList();
    private Optional<Plan> plan = Optional.empty();
    private Optional<Plan> pin = Optional.empty();
    private PlanHistory plans = PlanHistory.EMPTY;
    private List<Region> regions = Collections.emptyList();
    private ServerGroups groups = ServerGroups.NONE;
    private Set<String> online = Collections.emptySet();
    private TableOwners tables = TableOwners.NONE;

    /**
     * Begins a round that has found nothing yet.
     *
     * @param takenMillis when it was, milliseconds since the epoch
     */
    public Builder(long takenMillis, Settings settings) {
      this.takenMillis = takenMillis;
      this.settings = settings;
    }

    /**
     * @param more one sentence each, added to those before
     */
    public Builder problems(List<String> more) {
      problems.addAll(more);
      return this;
    }

    /**
     * @param received the latest report of each server
     */
    public Builder observed(
        ClusterUsage usage, Collection<UsageReport> received, PlannerSign sign) {
      this.usage = usage;
      this.received = received;
      this.sign = sign;
      return this;
    }

    /**
     * @param models in the order of the tenants' names
     * @param plan in force
     * @param plans the last ones
     */
    public Builder planned(
        List<TenantModel> models, List<SloState> slos, Optional<Plan> plan, PlanHistory plans) {
      this.models = models;
      this.slos = slos;
      this.plan = plan;
      this.plans = plans;
      return this;
    }

    /**
     * @param regions of all tenants, as of their last reading
     */
    public Builder tables(TableOwners tables, List<Region> regions) {
      this.tables = tables;
      this.regions = regions;
      return this;
    }

    /** Sets the groups of region servers; none by default. */
    public Builder groups(ServerGroups groups) {
      this.groups = groups;
      return this;
    }

    /** Sets the region servers that are online; none by default. */
    public Builder online(Set<String> servers) {
      this.online = servers;
      return this;
    }

    /** Sets what an operator pinned; nothing by default. */
    public Builder pinned(Optional<Plan> pin) {
      this.pin = pin;
      return this;
    }
  }

  /** When the round was, milliseconds since the epoch; 0 before the first one. */
  public long takenMillis() {
    return takenMillis;
  }

  public Settings settings() {
    return settings;
  }

  public ClusterUsage usage() {
    return usage;
  }

  /** The latest usage report of each region server, even if it is old. */
  public Collection<UsageReport> received() {
    return received;
  }

  /** The sign of life, with the periods of reports. */
  public PlannerSign sign() {
    return sign;
  }

  public List<TenantModel> models() {
    return models;
  }

  /** The plan in force. */
  public Optional<Plan> plan() {
    return plan;
  }

  /** What an operator pinned, if that has not ended. */
  public Optional<Plan> pin() {
    return pin;
  }

  public PlanHistory plans() {
    return plans;
  }

  public List<Region> regions() {
    return regions;
  }

  public ServerGroups groups() {
    return groups;
  }

  /**
   * Host, port and start code of each region server that is online and does not report: it runs
   * without Argus, or its Argus has failed.
   */
  public Set<String> withoutArgus() {
    Set<String> silent = new TreeSet<>(online);
    usage.reports().forEach(report -> silent.remove(report.server()));
    return silent;
  }

  public TableOwners tables() {
    return tables;
  }

  public ClusterStatus status() {
    return status;
  }
}
