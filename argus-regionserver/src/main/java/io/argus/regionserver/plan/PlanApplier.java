package io.argus.regionserver.plan;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the plan of one region server and passes each new one to its targets: the scheduler and the
 * block cache. Shares that the plan has for this server alone take the place of the cluster-wide
 * ones.
 *
 * <p>While the stored plan is missing or cannot be read, the last one stays in force. After a long
 * silence of the planner, shares by weight replace it until the planner is heard of again.
 *
 * <p>Safe for use by any thread.
 */
public final class PlanApplier {
  private static final Logger LOG = LoggerFactory.getLogger(PlanApplier.class);

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** How long a pinned plan that has ended stays while the planner is silent. */
  private static final long ENDED_PIN_MILLIS = 30_000;

  private final LongSupplier clockMillis;
  private final LongSupplier nanoTime;
  private final List<Consumer<Plan>> targets = new ArrayList<>();
  private Plan plan;
  private @Nullable Plan stored;
  private @Nullable ServerShares own;

  /** The plan that shares by weight replace while the planner is silent, else null. */
  private @Nullable Plan suspended;

  private long lastSignNanos;
  private String problemOfPlan = "";
  private String problemOfShares = "";

  /**
   * Starts with version 0: equal reservation, no tenant known yet.
   *
   * @param clockMillis milliseconds since the epoch, for the plans that this makes
   * @param nanoTime for the planner's silence, whatever happens to the clock
   */
  public PlanApplier(LongSupplier clockMillis, LongSupplier nanoTime) {
    this.clockMillis = clockMillis;
    this.nanoTime = nanoTime;
    this.lastSignNanos = nanoTime.getAsLong();
    this.plan = Plan.equal(0, clockMillis.getAsLong(), new ArrayList<>());
  }

  /** Adds a target and passes it the plan in force. A target applies the whole plan. */
  public synchronized void addTarget(Consumer<Plan> target) {
    targets.add(target);
    put(target, plan);
  }

  /**
   * Takes over the stored plan.
   *
   * @param bytes the plan as {@link WireFormat} writes it, null or empty if there is none
   */
  public synchronized void accept(byte @Nullable [] bytes) {
    if (bytes == null || bytes.length == 0) {
      return;
    }
    try {
      Plan next = WireFormat.readPlan(bytes);
      problemOfPlan = "";
      lastSignNanos = nanoTime.getAsLong();
      boolean same = next.version() == plan.version() && next.mode() == plan.mode();
      stored = next;
      if (!same) {
        putInForce(next.on(own));
      }
    } catch (IllegalArgumentException e) {
      problemOfPlan = ignored("plan", e);
    }
  }

  /**
   * Takes over the stored shares of this server. If they belong to the next plan already, they are
   * in force a moment before it.
   *
   * @param bytes the shares as {@link WireFormat} writes them, null or empty if there are none
   */
  public synchronized void acceptShares(byte @Nullable [] bytes) {
    try {
      ServerShares before = own;
      own = bytes == null || bytes.length == 0 ? null : WireFormat.readServerShares(bytes);
      problemOfShares = "";
      if (stored != null && (stored.counts(before) || stored.counts(own))) {
        lastSignNanos = nanoTime.getAsLong();
        putInForce(stored.on(own));
      }
    } catch (IllegalArgumentException e) {
      problemOfShares = ignored("shares of this server", e);
    }
  }

  private String ignored(String what, IllegalArgumentException why) {
    String problem =
        "stored " + what + " ignored, plan v" + plan.version() + " kept: " + why.getMessage();
    LOG.warn("{}", problem);
    return problem;
  }

  /** Notes a sign of life of the planner. A plan replaced during its silence is in force again. */
  public synchronized void plannerIsAlive() {
    lastSignNanos = nanoTime.getAsLong();
    if (suspended != null) {
      putInForce(suspended);
    }
  }

  /**
   * Puts shares by weight in force if the planner has been silent for too long. A pinned plan stays
   * until its end, whoever is silent; then the planner has some seconds to replace it.
   *
   * @param staleMillis longest silence permitted
   * @param tenants the tenants that share this server
   */
  public synchronized void checkStale(long staleMillis, Collection<TenantId> tenants) {
    long silentMillis = (nanoTime.getAsLong() - lastSignNanos) / NANOS_PER_MILLI;
    boolean planned = plan.mode() != Plan.Mode.EQUAL && !plan.isPinned(clockMillis.getAsLong());
    long mostMillis =
        plan.mode() == Plan.Mode.PINNED ? Math.min(staleMillis, ENDED_PIN_MILLIS) : staleMillis;
    if (silentMillis > mostMillis && planned) {
      LOG.warn(
          "No sign of the planner for {} s: shares by weight instead of plan v{}",
          silentMillis / 1000,
          plan.version());
      Plan silent = plan;
      putInForce(Plan.byWeight(0, clockMillis.getAsLong(), tenants, plan::weight));
      suspended = silent;
    }
  }

  private void putInForce(Plan next) {
    plan = next;
    suspended = null;
    LOG.info("In force: {}", next);
    for (Consumer<Plan> target : targets) {
      put(target, next);
    }
  }

  private static void put(Consumer<Plan> target, Plan plan) {
    try {
      target.accept(plan);
    } catch (RuntimeException e) {
      LOG.error("A target could not apply plan v{}; it keeps its last plan", plan.version(), e);
    }
  }

  /** Returns the plan in force. */
  public synchronized Plan plan() {
    return plan;
  }

  /** Returns why the stored plan, or its shares of this server, is not in force; empty if it is. */
  public synchronized String problem() {
    return problemOfPlan.isEmpty() ? problemOfShares : problemOfPlan;
  }
}
