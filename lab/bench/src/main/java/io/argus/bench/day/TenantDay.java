package io.argus.bench.day;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant's client saw in a day.
 *
 * @param opsBySecond operations that succeeded
 * @param p50Millis of each point of the curve, null where nothing succeeded
 * @param parts one for each part of the day
 */
record TenantDay(
    String tenant,
    List<Long> opsBySecond,
    List<@Nullable Double> p50Millis,
    List<@Nullable Double> p99Millis,
    List<PartFigures> parts) {

  /**
   * A part of the day.
   *
   * @param asked operations a second that it asked for
   * @param done operations a second that succeeded
   * @param failed operations that failed
   * @param p50Millis of those that succeeded, 0 if none did
   */
  record PartFigures(
      Day.Part part, double asked, double done, long failed, double p50Millis, double p99Millis) {}

  long failed() {
    return parts.stream().mapToLong(PartFigures::failed).sum();
  }

  PartFigures part(Day.Part part) {
    return parts.stream().filter(each -> each.part() == part).findFirst().orElseThrow();
  }

  /** Operations a second in a part of the time. */
  double done(int from, int to) {
    return opsBySecond.subList(from, to).stream().mapToLong(Long::longValue).average().orElse(0);
  }
}
