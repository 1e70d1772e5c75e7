package io.argus.master.status;

import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.plans.PlanHistory;
import io.argus.master.promises.PromiseState;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What one planning round knows: settings, usage, the tenants' models and the plans. The status and
 * the page are made of it.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ClusterSnapshot {
  final long takenMillis;
  private final Settings settings;
  private final ClusterUsage usage;
  private final List<TenantModel> models;
  private final Optional<Plan> plan;
  private final PlanHistory plans;
  private final List<PromiseState> promises;

  /**
   * @param takenMillis milliseconds since the epoch
   * @param models unmodifiable, in the order of the tenants' names
   * @param plan in force
   * @param plans the last ones
   * @param promises to tenants, and what these have of them
   */
  public ClusterSnapshot(
      long takenMillis,
      Settings settings,
      ClusterUsage usage,
      List<TenantModel> models,
      Optional<Plan> plan,
      PlanHistory plans,
      List<PromiseState> promises) {
    this.takenMillis = takenMillis;
    this.settings = settings;
    this.usage = usage;
    this.models = models;
    this.plan = plan;
    this.plans = plans;
    this.promises = promises;
  }

  /** What is known before the first round. */
  static ClusterSnapshot before(Settings settings) {
    return new ClusterSnapshot(
        0,
        settings,
        ClusterUsage.NONE,
        Collections.emptyList(),
        Optional.empty(),
        PlanHistory.EMPTY,
        Collections.emptyList());
  }

  /** When the round was, milliseconds since the epoch. */
  public long takenMillis() {
    return takenMillis;
  }

  public Settings settings() {
    return settings;
  }

  public ClusterUsage usage() {
    return usage;
  }

  public List<TenantModel> models() {
    return models;
  }

  public Optional<Plan> plan() {
    return plan;
  }

  public PlanHistory plans() {
    return plans;
  }

  /** The promises to tenants, and what these have of them. */
  List<PromiseState> promises() {
    return promises;
  }
}
