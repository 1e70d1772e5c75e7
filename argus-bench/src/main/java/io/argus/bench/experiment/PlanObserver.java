package io.argus.bench.experiment;

import java.io.IOException;

/**
 * Tells what the plan in force is, in one line that changes when the plan does.
 *
 * <p>Called by one thread.
 */
@FunctionalInterface
public interface PlanObserver {
  String observe() throws IOException, InterruptedException;
}
