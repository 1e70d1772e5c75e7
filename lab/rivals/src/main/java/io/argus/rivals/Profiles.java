package io.argus.rivals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The dissertation's offline training: for each type of workload a key repeat ratio and the linear
 * function of its profile. A workload has the function of the closest ratio (section 5.3.2).
 *
 * <p>Immutable.
 */
final class Profiles {
  private static final String RESOURCE = "profiles.csv";

  private record Profile(double keyRepeatRatio, LinearFunction function) {}

  private final List<Profile> profiles;

  private Profiles(List<Profile> profiles) {
    this.profiles = profiles;
  }

  /** The profiles of the bench's Uniform, Hot and ExHot, on the 8 x 8 grid of figure 5.4. */
  static Profiles published() {
    try (InputStream stream = Profiles.class.getResourceAsStream(RESOURCE)) {
      if (stream == null) {
        throw new IllegalStateException(RESOURCE + " is missing");
      }
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
      return of(lines.lines().filter(line -> !line.startsWith("#")).skip(1).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param lines workload, key repeat ratio, cache share, HDFS share, operations per second
   */
  static Profiles of(List<String> lines) {
    Map<String, Double> ratios = new LinkedHashMap<>();
    Map<String, List<LinearFunction.Sample>> samples = new LinkedHashMap<>();
    for (String line : lines) {
      String[] cells = line.split(",", -1);
      ratios.put(cells[0], Double.parseDouble(cells[1]));
      samples
          .computeIfAbsent(cells[0], workload -> new ArrayList<>())
          .add(
              new LinearFunction.Sample(
                  Double.parseDouble(cells[2]),
                  Double.parseDouble(cells[3]),
                  Double.parseDouble(cells[4])));
    }
    List<Profile> profiles = new ArrayList<>();
    samples.forEach(
        (workload, of) ->
            profiles.add(new Profile(ratios.getOrDefault(workload, 0.0), LinearFunction.fit(of))));
    return new Profiles(profiles);
  }

  /**
   * The function of the profile with the closest key repeat ratio.
   *
   * @param keyRepeatRatio 0..1
   */
  LinearFunction nearest(double keyRepeatRatio) {
    return profiles.stream()
        .min(
            Comparator.comparingDouble(
                profile -> Math.abs(profile.keyRepeatRatio() - keyRepeatRatio)))
        .orElseThrow()
        .function();
  }
}
