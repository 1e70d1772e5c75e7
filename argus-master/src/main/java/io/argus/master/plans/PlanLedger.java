package io.argus.master.plans;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plan in force, the plan that an operator pinned, and the last plans, as the store holds them.
 *
 * <p>Each round reads the plans anew, so that a new active master continues where the last one
 * stopped. Versions grow over failovers, corrupt plans and lost stores, because the versions that
 * region servers apply count too. Nothing is thrown: what goes wrong is added to the problems.
 *
 * <p>Not safe for use by several threads.
 */
public final class PlanLedger {
  private static final Logger LOG = LoggerFactory.getLogger(PlanLedger.class);

  private final ClusterDocuments documents;
  private final PlanStore store;
  private long highestVersion;
  private @Nullable PlanHistory history;

  public PlanLedger(ClusterDocuments documents) {
    this.documents = documents;
    this.store = new PlanStore(documents);
  }

  /**
   * Reads the plan in force and the pinned one; returns whether the store answered.
   *
   * @param highestApplied the highest version that a region server applies
   * @param nowMillis milliseconds since the epoch
   */
  public boolean read(long highestApplied, long nowMillis, List<String> problems) {
    boolean answered = store.read(nowMillis, problems);
    long version = current().map(Plan::version).orElse(0L);
    highestVersion = Math.max(highestVersion, Math.max(highestApplied, version));
    return answered;
  }

  /** The plan in force. */
  public Optional<Plan> current() {
    return store.current();
  }

  /** The plan that an operator wants kept. */
  public Optional<Plan> pin() {
    return store.pin();
  }

  /** Whether the planner made the plan in force, for exactly these tenants. */
  public boolean fits(Set<TenantId> tenants) {
    Set<TenantId> reserved = new TreeSet<>();
    Optional<Plan> planned = current().filter(plan -> plan.mode() != Plan.Mode.PINNED);
    planned.ifPresent(plan -> plan.reservations().forEach(r -> reserved.add(r.tenant())));
    return planned.isPresent() && reserved.equals(tenants);
  }

  /** A version above all that were ever seen. */
  public long nextVersion() {
    return highestVersion + 1;
  }

  /**
   * Puts a plan in force; returns whether it could be stored. Servers whose shares did not change
   * need to read nothing but the plan.
   */
  public boolean publish(Plan plan, List<String> problems) {
    try {
      store.write(plan);
    } catch (IOException | RuntimeException e) {
      problems.add(
          "plan v" + plan.version() + " cannot be stored, the next round tries again: " + e);
      return false;
    }
    highestVersion = plan.version();
    LOG.info("Published {}: {}", plan, plan.explanation().reason());
    return true;
  }

  /** Adds the plan in force to the stored history, which an earlier master may have begun. */
  public void remember(List<String> problems) {
    Optional<Plan> current = current();
    if (!current.isPresent()) {
      return;
    }
    try {
      PlanHistory known = history;
      if (known == null) {
        byte[] stored = documents.read(PlanHistory.DOCUMENT);
        known = stored == null ? PlanHistory.EMPTY : PlanHistory.read(stored);
        history = known;
      }
      if (!known.version(current.get().version()).isPresent()) {
        PlanHistory longer = known.with(current.get());
        documents.write(PlanHistory.DOCUMENT, longer.toJson());
        history = longer;
      }
    } catch (IOException | RuntimeException e) {
      problems.add("the plan history cannot be kept: " + e);
    }
  }

  /** The last plans, those of earlier masters too. */
  public PlanHistory history() {
    return history == null ? PlanHistory.EMPTY : history;
  }
}
