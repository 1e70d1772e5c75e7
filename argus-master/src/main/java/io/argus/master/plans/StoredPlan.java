package io.argus.master.plans;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.IncompleteDocumentException;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a document that holds a plan: a valid plan, nothing, something corrupt, or unknown
 * because the store did not answer.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class StoredPlan {
  /** Whether the store answered. */
  final boolean known;

  final boolean corrupt;
  final Optional<Plan> plan;

  private StoredPlan(boolean known, boolean corrupt, Optional<Plan> plan) {
    this.known = known;
    this.corrupt = corrupt;
    this.plan = plan;
  }

  /**
   * Reads the plan in force with the shares of its servers.
   *
   * @param present the plan that was read or written last, which need not be read again
   */
  static StoredPlan inForce(
      ClusterDocuments documents, Optional<Plan> present, List<String> problems) {
    return read(
        documents,
        ClusterDocuments.PLAN,
        problems,
        bytes -> {
          Plan stored = WireFormat.readPlan(bytes);
          boolean known =
              present.isPresent()
                  && present.get().version() == stored.version()
                  && present.get().mode() == stored.mode();
          return known ? present.get() : WholePlan.withServers(stored, source(documents), problems);
        });
  }

  /** The documents that a plan is read from. */
  private static WholePlan.Source source(ClusterDocuments documents) {
    return new WholePlan.Source() {
      @Override
      public byte @Nullable [] read(String name) throws IOException {
        return documents.read(name);
      }

      @Override
      public List<String> children(String name) throws IOException {
        return documents.children(name);
      }
    };
  }

  static StoredPlan read(ClusterDocuments documents, String document, List<String> problems) {
    return read(documents, document, problems, WireFormat::readPlan);
  }

  /** Makes a plan of a document's bytes. */
  private interface Reader {
    Plan read(byte[] bytes) throws IOException;
  }

  private static StoredPlan read(
      ClusterDocuments documents, String document, List<String> problems, Reader reader) {
    String name = document.toUpperCase(Locale.ROOT);
    byte[] bytes;
    try {
      bytes = documents.read(document);
    } catch (IncompleteDocumentException e) {
      problems.add("the stored " + name + " is corrupt: " + e.getMessage());
      return new StoredPlan(true, true, Optional.empty());
    } catch (IOException | RuntimeException e) {
      return unknown(name, e, problems);
    }
    if (bytes == null || bytes.length == 0) {
      return new StoredPlan(true, false, Optional.empty());
    }
    try {
      Plan plan = reader.read(bytes);
      if (plan.version() > Plan.MAX_COUNTED_VERSION) {
        throw new IllegalArgumentException(
            "plan version is "
                + plan.version()
                + ": must be within 0.."
                + Plan.MAX_COUNTED_VERSION);
      }
      return new StoredPlan(true, false, Optional.of(plan));
    } catch (IOException e) {
      return unknown(name, e, problems);
    } catch (RuntimeException e) {
      problems.add("the stored " + name + " is corrupt: " + e.getMessage());
      return new StoredPlan(true, true, Optional.empty());
    }
  }

  private static StoredPlan unknown(String name, Exception failure, List<String> problems) {
    problems.add("the stored " + name + " cannot be read, nothing is planned: " + failure);
    return new StoredPlan(false, false, Optional.empty());
  }
}
