package io.argus.regionserver.plan;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the plan of one region server: puts a new plan in force on every target, keeps the last
 * sound one when a plan is missing or cannot be read, and falls back to equal reservation when the
 * planner has shown no sign of life for long, until it shows one.
 *
 * <p>Safe for use by any thread.
 */
public final class PlanApplier {
  private static final Logger LOG = LoggerFactory.getLogger(PlanApplier.class);

  private final LongSupplier clockMillis;
  private final List<PlanTarget> targets = new ArrayList<>();
  private Plan plan;

  /** The plan that equal reservation stands in for while the planner is silent; else null. */
  private @Nullable Plan suspended;

  private long lastSignMillis;
  private String problem = "";

  /**
   * Starts with equal reservation, version 0, for no tenant known yet.
   *
   * @param clockMillis milliseconds since the epoch
   */
  public PlanApplier(LongSupplier clockMillis) {
    this.clockMillis = clockMillis;
    this.lastSignMillis = clockMillis.getAsLong();
    this.plan = Plan.equal(0, lastSignMillis, new ArrayList<>());
  }

  /** Adds a target and puts the present plan in force on it. */
  public synchronized void addTarget(PlanTarget target) {
    targets.add(target);
    put(target, plan);
  }

  /**
   * Takes what the plan store holds now.
   *
   * @param stored a plan as {@link WireFormat} writes it; null or empty if there is none
   */
  public synchronized void accept(byte @Nullable [] stored) {
    if (stored == null || stored.length == 0) {
      return;
    }
    try {
      Plan next = WireFormat.readPlan(stored);
      problem = "";
      lastSignMillis = clockMillis.getAsLong();
      if (next.version() != plan.version() || next.mode() != plan.mode()) {
        putInForce(next);
      }
    } catch (IllegalArgumentException e) {
      problem = "stored plan ignored, plan v" + plan.version() + " kept: " + e.getMessage();
      LOG.warn("{}", problem);
    }
  }

  /** Notes that the planner is alive: its plan holds, or holds again, although it is the same. */
  public synchronized void plannerIsAlive() {
    lastSignMillis = clockMillis.getAsLong();
    if (suspended != null) {
      putInForce(suspended);
    }
  }

  /**
   * Falls back to equal reservation if the planner has been silent for longer than that.
   *
   * @param staleMillis longest silence that is tolerated
   * @param tenants who shares this server
   */
  public synchronized void checkStale(long staleMillis, Collection<TenantId> tenants) {
    long silentMillis = clockMillis.getAsLong() - lastSignMillis;
    if (silentMillis > staleMillis && plan.mode() == Plan.Mode.AUTO) {
      LOG.warn(
          "No sign of the planner for {} s: equal reservation instead of plan v{}",
          silentMillis / 1000,
          plan.version());
      Plan silent = plan;
      putInForce(Plan.equal(0, clockMillis.getAsLong(), tenants));
      suspended = silent;
    }
  }

  private void putInForce(Plan next) {
    plan = next;
    suspended = null;
    LOG.info("In force: {}", next);
    for (PlanTarget target : targets) {
      put(target, next);
    }
  }

  private static void put(PlanTarget target, Plan plan) {
    try {
      target.apply(plan);
    } catch (RuntimeException e) {
      LOG.error(
          "A target could not apply plan v{}; it goes on with its last one", plan.version(), e);
    }
  }

  /** The plan in force. */
  public synchronized Plan plan() {
    return plan;
  }

  /** What is wrong with the stored plan, empty if nothing is. */
  public synchronized String problem() {
    return problem;
  }
}
