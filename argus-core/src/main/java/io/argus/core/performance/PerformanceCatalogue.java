package io.argus.core.performance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The list of known types of workload with their performance functions.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PerformanceCatalogue {
  private static final String BUILT_IN = "built-in-catalogue.json";

  private final List<PerformanceProfile> profiles;

  private PerformanceCatalogue(List<PerformanceProfile> profiles) {
    this.profiles = profiles;
  }

  /**
   * Returns the catalogue of these profiles.
   *
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

  /**
   * Returns the catalogue that Argus comes with: five YCSB workloads on one region server with a
   * slow disk. Their shapes are a beginning; the profiler replaces them by a cluster's own.
   */
  public static PerformanceCatalogue builtIn() {
    try (InputStream in = PerformanceCatalogue.class.getResourceAsStream(BUILT_IN)) {
      if (in == null) {
        throw new IllegalStateException(BUILT_IN + " is missing from the jar");
      }
      CatalogueFormat.Reading reading = CatalogueFormat.read(readFully(in));
      if (!reading.problems().isEmpty()) {
        throw new IllegalStateException(BUILT_IN + ": " + reading.problems());
      }
      return reading.catalogue();
    } catch (IOException e) {
      throw new IllegalStateException(BUILT_IN + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static byte[] readFully(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      out.write(buffer, 0, read);
    }
    return out.toByteArray();
  }

  public List<PerformanceProfile> profiles() {
    return profiles;
  }

  /**
   * Returns the profile closest to an observed workload, the first of equally close ones; empty
   * only if the catalogue is.
   *
   * @param keyRepeatRatio keys accessed more than once / distinct keys accessed, 0..1
   */
  public Optional<PerformanceProfile> nearest(double keyRepeatRatio, WorkloadMix mix) {
    Optional<PerformanceProfile> nearest = Optional.empty();
    double least = Double.POSITIVE_INFINITY;
    for (PerformanceProfile profile : profiles) {
      double distance = profile.distance(keyRepeatRatio, mix);
      if (distance < least) {
        least = distance;
        nearest = Optional.of(profile);
      }
    }
    return nearest;
  }
}
