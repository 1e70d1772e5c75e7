package io.argus.bench.day;

import io.argus.bench.run.TenantWorkload;
import io.argus.load.client.LoadPhase;
import io.argus.load.client.TableWorkload;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A tenant of the day.
 *
 * @param what it is, for people
 */
record DayTenant(String name, String what, TableWorkload workload, int threads, Demand demand) {

  /** Its table and threads. */
  TenantWorkload client() {
    return new TenantWorkload(name, workload, threads);
  }

  /** A phase for each hour. */
  List<LoadPhase> phases(Day day) {
    return IntStream.range(0, Day.HOURS)
        .mapToObj(
            hour ->
                new LoadPhase(
                    workload, day.second(hour + 1) - day.second(hour), rounded(demand.at(hour))))
        .toList();
  }

  private static double rounded(double perSecond) {
    return Math.round(10 * perSecond) / 10.0;
  }
}
