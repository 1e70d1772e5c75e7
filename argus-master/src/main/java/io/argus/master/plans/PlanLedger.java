package io.argus.master.plans;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.ServerShares;
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
  private Optional<Plan> present = Optional.empty();
  private Optional<Plan> pin = Optional.empty();
  private long highestVersion;
  private @Nullable PlanHistory history;

  /** Whether the stored shares of servers are those of the present plan. */
  private boolean sure;

  public PlanLedger(ClusterDocuments documents) {
    this.documents = documents;
  }

  /**
   * Reads the plan in force and the pinned one; returns whether the store answered.
   *
   * @param highestApplied the highest version that a region server applies
   */
  public boolean read(long highestApplied, List<String> problems) {
    StoredPlan stored = StoredPlan.inForce(documents, present, problems);
    if (stored.known) {
      sure &= stored.plan.equals(present);
      present = stored.plan;
    }
    long version = present.map(Plan::version).orElse(0L);
    highestVersion = Math.max(highestVersion, Math.max(highestApplied, version));
    StoredPlan wanted = StoredPlan.read(documents, ClusterDocuments.PIN, problems);
    // A corrupt pin must not end the pinned plan that is in force.
    pin = wanted.corrupt ? present.filter(PlanLedger::isPinned) : wanted.plan;
    return stored.known && wanted.known;
  }

  private static boolean isPinned(Plan plan) {
    return plan.mode() == Plan.Mode.PINNED;
  }

  /** The plan in force. */
  public Optional<Plan> present() {
    return present;
  }

  /** The plan that an operator wants kept. */
  public Optional<Plan> pin() {
    return pin;
  }

  /** Whether the planner made the plan in force, for exactly these tenants. */
  public boolean fits(Set<TenantId> tenants) {
    Set<TenantId> reserved = new TreeSet<>();
    present.ifPresent(plan -> plan.reservations().forEach(r -> reserved.add(r.tenant())));
    return present.isPresent() && !isPinned(present.get()) && reserved.equals(tenants);
  }

  /** A version above all that were ever seen. */
  public long nextVersion() {
    return highestVersion + 1;
  }

  /**
   * Puts a plan in force; returns whether it could be stored. Servers whose shares did not change
   * need to read nothing but the plan.
   */
  public boolean publish(Plan decided, List<String> problems) {
    Plan plan = sure ? present.map(decided::keepingSharesOf).orElse(decided) : decided;
    try {
      store(plan);
      sure = true;
    } catch (IOException | RuntimeException e) {
      problems.add(
          "plan v" + plan.version() + " cannot be stored, the next round tries again: " + e);
      sure = false;
      return false;
    }
    highestVersion = plan.version();
    present = Optional.of(plan);
    LOG.info("Published {}: {}", plan, plan.explanation().reason());
    return true;
  }

  /**
   * The shares of servers go first: they count from the moment that a server reads them. The plan
   * tells which of them are outdated.
   */
  private void store(Plan plan) throws IOException {
    Set<String> outdated =
        new TreeSet<>(
            sure && present.isPresent()
                ? present.get().servers().keySet()
                : documents.children(ClusterDocuments.SHARES));
    outdated.removeAll(plan.servers().keySet());
    for (ServerShares shares : plan.servers().values()) {
      if (shares.since() == plan.version()) {
        documents.write(ClusterDocuments.sharesOf(shares.server()), WireFormat.write(shares));
      }
    }
    documents.write(ClusterDocuments.PLAN, WireFormat.writeClusterWide(plan));
    for (String server : outdated) {
      documents.delete(ClusterDocuments.sharesOf(server));
    }
  }

  /** Adds the plan in force to the stored history, which an earlier master may have begun. */
  public void remember(List<String> problems) {
    if (!present.isPresent()) {
      return;
    }
    try {
      PlanHistory known = history;
      if (known == null) {
        byte[] stored = documents.read(PlanHistory.DOCUMENT);
        known = stored == null ? PlanHistory.EMPTY : PlanHistory.read(stored);
        history = known;
      }
      if (!known.version(present.get().version()).isPresent()) {
        PlanHistory longer = known.with(present.get());
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
