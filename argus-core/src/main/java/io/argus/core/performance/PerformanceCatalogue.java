package io.argus.core.performance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The known types of workload, each with its performance function.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PerformanceCatalogue {
  /** Two key repeat ratios that differ by less count as the same. */
  private static final double SAME_RATIO = 0.05;

  /** By how much another profile must be closer than the one chosen before. */
  private static final double HOLD = 0.1;

  private final List<PerformanceProfile> profiles;

  private PerformanceCatalogue(List<PerformanceProfile> profiles) {
    this.profiles = profiles;
  }

  /**
   * @throws IllegalArgumentException if two have the same name
   */
  public static PerformanceCatalogue of(Collection<PerformanceProfile> profiles) {
    Set<String> names = new HashSet<>();
    for (PerformanceProfile profile : profiles) {
      if (!names.add(profile.name())) {
        throw new IllegalArgumentException(
            "performance catalogue has profile '" + profile.name() + "' twice: names are unique");
      }
    }
    return new PerformanceCatalogue(Collections.unmodifiableList(new ArrayList<>(profiles)));
  }

  public List<PerformanceProfile> profiles() {
    return profiles;
  }

  /**
   * Returns the profile that is most like an observed workload; empty only if the catalogue is.
   *
   * <p>The key repeat ratio decides first. Among the profiles within {@value #SAME_RATIO} of the
   * closest ratio, the workload mix decides, and then the ratio again. The profile chosen before
   * stays while it is worse by less than {@value #HOLD} in both, so that a workload between two
   * profiles does not change its profile with every report.
   *
   * @param keyRepeatRatio keys accessed more than once / distinct keys accessed, 0..1
   * @param before name of the profile chosen before; empty if none
   */
  public Optional<PerformanceProfile> nearest(
      double keyRepeatRatio, WorkloadMix mix, String before) {
    double least = Double.POSITIVE_INFINITY;
    for (PerformanceProfile profile : profiles) {
      least = Math.min(least, ratioDistance(profile, keyRepeatRatio));
    }
    Optional<PerformanceProfile> nearest = Optional.empty();
    for (PerformanceProfile profile : profiles) {
      boolean closeRatio = ratioDistance(profile, keyRepeatRatio) <= least + SAME_RATIO;
      if (closeRatio
          && (!nearest.isPresent() || closer(profile, nearest.get(), keyRepeatRatio, mix))) {
        nearest = Optional.of(profile);
      }
    }
    for (PerformanceProfile profile : profiles) {
      if (profile.name().equals(before)
          && ratioDistance(profile, keyRepeatRatio) < least + HOLD
          && profile.mix().distance(mix) < nearest.get().mix().distance(mix) + HOLD) {
        return Optional.of(profile);
      }
    }
    return nearest;
  }

  private static boolean closer(
      PerformanceProfile one, PerformanceProfile other, double keyRepeatRatio, WorkloadMix mix) {
    double difference = one.mix().distance(mix) - other.mix().distance(mix);
    return difference < 0
        || (difference == 0
            && ratioDistance(one, keyRepeatRatio) < ratioDistance(other, keyRepeatRatio));
  }

  private static double ratioDistance(PerformanceProfile profile, double keyRepeatRatio) {
    return Math.abs(profile.keyRepeatRatio() - keyRepeatRatio);
  }
}
