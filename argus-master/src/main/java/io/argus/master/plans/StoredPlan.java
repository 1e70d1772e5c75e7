package io.argus.master.plans;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.master.plans.PlanStore.Document;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What the store holds where a plan is kept: a sound plan or nothing, something corrupt, or not to
 * be known, as the store did not answer.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class StoredPlan {
  private enum Condition {
    SOUND,
    CORRUPT,
    UNKNOWN
  }

  private final Condition condition;
  private final Optional<Plan> plan;

  private StoredPlan(Condition condition, Optional<Plan> plan) {
    this.condition = condition;
    this.plan = plan;
  }

  public static StoredPlan read(PlanStore store, Document document, List<String> problems) {
    Optional<byte[]> bytes;
    try {
      bytes = store.read(document);
    } catch (IOException | RuntimeException e) {
      problems.add("the stored " + document + " cannot be read, nothing is planned: " + e);
      return new StoredPlan(Condition.UNKNOWN, Optional.empty());
    }
    if (!bytes.isPresent() || bytes.get().length == 0) {
      return new StoredPlan(Condition.SOUND, Optional.empty());
    }
    try {
      return new StoredPlan(Condition.SOUND, Optional.of(WireFormat.readPlan(bytes.get())));
    } catch (RuntimeException e) {
      problems.add("the stored " + document + " is corrupt: " + e.getMessage());
      return new StoredPlan(Condition.CORRUPT, Optional.empty());
    }
  }

  /** Whether the store answered. */
  public boolean isKnown() {
    return condition != Condition.UNKNOWN;
  }

  /** Whether something was there, but no sound plan. */
  public boolean isCorrupt() {
    return condition == Condition.CORRUPT;
  }

  public Optional<Plan> plan() {
    return plan;
  }
}
