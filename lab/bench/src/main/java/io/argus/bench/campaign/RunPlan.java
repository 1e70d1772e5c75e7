package io.argus.bench.campaign;

import io.argus.bench.result.MixResult;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.WorkloadMix;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a campaign runs, and in which order: for every repeat one session per system, in which one
 * server process serves all workload mixes that are not measured yet.
 *
 * <p>Each repeat begins with the next system, so that a machine that changes its speed affects all
 * systems alike.
 */
record RunPlan(List<Session> sessions) {

  /** One start of the servers. */
  record Session(int repeat, SystemUnderTest system, String fingerprint, List<WorkloadMix> mixes) {}

  RunPlan {
    sessions = List.copyOf(sessions);
  }

  /**
   * Makes the plan.
   *
   * @param fingerprints of the systems, in their order
   * @param rows rows of tenants that do not have their own number
   * @param measured the measurements that the plan leaves out
   */
  static RunPlan of(
      List<SystemUnderTest> systems,
      List<String> fingerprints,
      List<WorkloadMix> mixes,
      int repeats,
      long rows,
      List<MixResult> measured) {
    Set<MixResult.Key> done = new HashSet<>();
    measured.forEach(run -> done.add(run.key()));
    List<Session> sessions = new ArrayList<>();
    for (int repeat = 0; repeat < repeats; repeat++) {
      for (int i = 0; i < systems.size(); i++) {
        int index = (i + repeat) % systems.size();
        SystemUnderTest system = systems.get(index);
        String fingerprint = fingerprints.get(index);
        int number = repeat;
        List<WorkloadMix> missing =
            mixes.stream()
                .filter(
                    mix ->
                        !done.contains(
                            new MixResult.Key(
                                mix.label(),
                                system.name(),
                                fingerprint + mix.digest(rows),
                                number)))
                .toList();
        if (!missing.isEmpty()) {
          sessions.add(new Session(repeat, system, fingerprint, missing));
        }
      }
    }
    return new RunPlan(sessions);
  }
}
