package io.argus.master.plans;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.IncompleteDocumentException;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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

  static StoredPlan read(ClusterDocuments documents, String document, List<String> problems) {
    String name = document.toUpperCase(Locale.ROOT);
    byte[] bytes;
    try {
      bytes = documents.read(document);
    } catch (IncompleteDocumentException e) {
      problems.add("the stored " + name + " is corrupt: " + e.getMessage());
      return new StoredPlan(true, true, Optional.empty());
    } catch (IOException | RuntimeException e) {
      problems.add("the stored " + name + " cannot be read, nothing is planned: " + e);
      return new StoredPlan(false, false, Optional.empty());
    }
    if (bytes == null || bytes.length == 0) {
      return new StoredPlan(true, false, Optional.empty());
    }
    try {
      return new StoredPlan(true, false, Optional.of(WireFormat.readPlan(bytes)));
    } catch (RuntimeException e) {
      problems.add("the stored " + name + " is corrupt: " + e.getMessage());
      return new StoredPlan(true, true, Optional.empty());
    }
  }
}
