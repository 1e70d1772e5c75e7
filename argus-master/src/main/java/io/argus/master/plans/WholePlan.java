package io.argus.master.plans;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.ServerShares;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the plan in force with the shares of single servers, which are documents of their own.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class WholePlan {
  /** Where the documents are; a part of {@link ClusterDocuments}. */
  public interface Source {
    /** Returns a document, null if there is none of that name. */
    byte @Nullable [] read(String name) throws IOException;

    /** The names of the documents below that one, without its name. */
    List<String> children(String name) throws IOException;
  }

  private WholePlan() {}

  /**
   * Reads the plan in force.
   *
   * @param plan the document {@link ClusterDocuments#PLAN}
   * @param problems the shares of a server that cannot be read are left out, and named here
   * @throws IllegalArgumentException naming what is wrong with the plan
   */
  public static Plan read(byte[] plan, Source source, List<String> problems) throws IOException {
    return withServers(WireFormat.readPlan(plan), source, problems);
  }

  static Plan withServers(Plan stored, Source source, List<String> problems)
      throws IOException {
    List<ServerShares> servers = new ArrayList<>();
    for (String server : source.children(ClusterDocuments.SHARES)) {
      byte[] bytes = source.read(ClusterDocuments.sharesOf(server));
      try {
        ServerShares shares = bytes == null ? null : WireFormat.readServerShares(bytes);
        if (shares != null && stored.counts(shares)) {
          servers.add(shares);
        }
      } catch (RuntimeException e) {
        problems.add("the stored shares of " + server + " are corrupt: " + e.getMessage());
      }
    }
    return stored.withServers(servers);
  }
}
