package io.argus.master.plans;

import io.argus.master.decision.WhatIf;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.Optional;

/**
 * Where the planner's documents survive a master: on a cluster, ZooKeeper.
 *
 * <p>Implementations are safe for use by any thread.
 */
public interface PlanStore {
  /** A document of the store. */
  enum Document {
    /** The plan that region servers apply. Written by the active master only. */
    PLAN,
    /**
     * A plan that an operator wants kept, written as a plan of any version; there is none while the
     * planner decides. Written and deleted by the tools.
     */
    PIN,
    /**
     * A {@link ClusterStatus}. Written by the active master at each tick, which is also its sign of
     * life.
     */
    STATUS,
    /** The tenants' models, for {@link WhatIf}. Written by the active master when it plans. */
    MODELS,
    /** A {@link PlanHistory}. Written by the active master with each plan. */
    HISTORY,
    /** Performance profiles of this cluster. Written by the profiler. */
    CATALOGUE
  }

  /** Returns what was last written, empty if nothing was or it was deleted. */
  Optional<byte[]> read(Document document) throws IOException;

  void write(Document document, byte[] bytes) throws IOException;

  /** Does nothing if there is no such document. */
  void delete(Document document) throws IOException;
}
