package io.argus.master.plans;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.DocumentSource;
import io.argus.core.documents.IncompleteDocumentException;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.ServerShares;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The plan in force and the pinned one, as the cluster's documents hold them.
 *
 * <p>The plan in force is a document for all region servers, with the cluster-wide reservations,
 * and one for each server that has shares of its own. A change on a few servers of many is a few
 * small documents. The pinned plan is one document.
 *
 * <p>Not safe for use by several threads.
 */
public final class PlanStore {
  private final ClusterDocuments documents;
  private Optional<Plan> current = Optional.empty();
  private Optional<Plan> pin = Optional.empty();

  /** Whether the stored shares of servers are those of the current plan. */
  private boolean sure;

  PlanStore(ClusterDocuments documents) {
    this.documents = documents;
  }

  /**
   * Reads the plan in force with the shares of its servers; empty if there is none.
   *
   * @param problems the shares of a server that cannot be read are left out, and named here
   * @throws IllegalArgumentException naming what is wrong with the plan
   */
  public static Optional<Plan> read(DocumentSource documents, List<String> problems)
      throws IOException {
    Optional<Plan> stored = plan(documents, ClusterDocuments.PLAN);
    return stored.isPresent()
        ? Optional.of(withServers(stored.get(), documents, problems))
        : stored;
  }

  private static Optional<Plan> plan(DocumentSource documents, String name) throws IOException {
    byte[] bytes = documents.read(name);
    return bytes == null || bytes.length == 0
        ? Optional.empty()
        : Optional.of(WireFormat.readPlan(bytes));
  }

  private static Plan withServers(Plan plan, DocumentSource documents, List<String> problems)
      throws IOException {
    List<ServerShares> servers = new ArrayList<>();
    for (String server : documents.children(ClusterDocuments.SHARES)) {
      try {
        byte[] bytes = documents.read(ClusterDocuments.sharesOf(server));
        ServerShares shares = bytes == null ? null : WireFormat.readServerShares(bytes);
        if (shares != null && !shares.server().equals(server)) {
          throw new IllegalArgumentException("they are of server " + shares.server());
        }
        if (shares != null && plan.counts(shares)) {
          servers.add(shares);
        }
      } catch (IncompleteDocumentException | IllegalArgumentException e) {
        problems.add("the stored shares of " + server + " are corrupt: " + e.getMessage());
      }
    }
    return plan.withServers(servers);
  }

  /**
   * Reads the plan in force and the pinned one; returns whether the store answered. A corrupt plan
   * counts as none. A corrupt pin does not end the pinned plan that is in force. A pin that has
   * ended counts as none.
   */
  boolean read(long nowMillis, List<String> problems) {
    try {
      Optional<Plan> stored = inForce(problems);
      sure &= stored.equals(current);
      current = stored;
      Optional<Plan> pinned = current.filter(plan -> plan.mode() == Plan.Mode.PINNED);
      Optional<Plan> noted = sound(ClusterDocuments.PIN, pinned, problems);
      pin = noted.filter(plan -> plan.isPinned(nowMillis));
      return true;
    } catch (IOException | RuntimeException e) {
      problems.add("the stored plans cannot be read, nothing is planned: " + e);
      return false;
    }
  }

  /** The shares of servers need not be read again if the plan was read or written last. */
  private Optional<Plan> inForce(List<String> problems) throws IOException {
    Optional<Plan> stored = sound(ClusterDocuments.PLAN, Optional.empty(), problems);
    if (!stored.isPresent()) {
      return stored;
    }
    Plan plan = stored.get();
    boolean known =
        current
            .filter(last -> last.version() == plan.version() && last.mode() == plan.mode())
            .isPresent();
    return known ? current : Optional.of(withServers(plan, documents, problems));
  }

  private Optional<Plan> sound(String name, Optional<Plan> ifCorrupt, List<String> problems)
      throws IOException {
    try {
      Optional<Plan> stored = plan(documents, name);
      long version = stored.map(Plan::version).orElse(0L);
      if (version > Plan.MAX_COUNTED_VERSION) {
        throw new IllegalArgumentException(
            "plan version is " + version + ": must be within 0.." + Plan.MAX_COUNTED_VERSION);
      }
      return stored;
    } catch (IncompleteDocumentException | IllegalArgumentException e) {
      problems.add(
          "the stored " + name.toUpperCase(Locale.ROOT) + " is corrupt: " + e.getMessage());
      return ifCorrupt;
    }
  }

  /** The plan in force, as it was read or written last. */
  Optional<Plan> current() {
    return current;
  }

  /** The plan that an operator wants kept. */
  Optional<Plan> pin() {
    return pin;
  }

  /**
   * Puts a plan in force. Servers whose shares did not change need to read nothing but the plan.
   *
   * <p>The shares of servers go first: they count from the moment that a server reads them. The
   * plan tells which of them are outdated.
   */
  void write(Plan decided) throws IOException {
    Plan plan = sure ? current.map(decided::keepingSharesOf).orElse(decided) : decided;
    Set<String> outdated =
        new TreeSet<>(
            sure && current.isPresent()
                ? current.get().servers().keySet()
                : documents.children(ClusterDocuments.SHARES));
    outdated.removeAll(plan.servers().keySet());
    sure = false;
    for (ServerShares shares : plan.servers().values()) {
      if (shares.since() == plan.version()) {
        documents.write(ClusterDocuments.sharesOf(shares.server()), WireFormat.write(shares));
      }
    }
    documents.write(ClusterDocuments.PLAN, WireFormat.writeClusterWide(plan));
    for (String server : outdated) {
      documents.delete(ClusterDocuments.sharesOf(server));
    }
    current = Optional.of(plan);
    sure = true;
  }
}
