package io.argus.experiments.scenario;

import io.argus.bench.run.MixPreparation;
import io.argus.bench.run.WorkloadMix;
import io.argus.experiments.cluster.OperatorCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Publishes profiles before the tenants begin, as an operator does.
 *
 * <p>Immutable.
 */
final class PublishedProfiles implements MixPreparation {
  private final Map<String, Path> files;

  /**
   * @param files results of {@code argus profile run}, by the name of the profile
   */
  PublishedProfiles(Map<String, Path> files) {
    this.files = new TreeMap<>(files);
  }

  @Override
  public boolean needsIsolatedThroughputs() {
    return false;
  }

  @Override
  public void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) throws IOException {
    for (Map.Entry<String, Path> profile : files.entrySet()) {
      String file = profile.getValue().toString();
      if (OperatorCommand.run("profile", "publish", file, "--name", profile.getKey()) != 0) {
        throw new IOException("profile " + profile.getKey() + " was not published");
      }
    }
  }

  @Override
  public String describe() {
    return "profiles " + files.keySet();
  }
}
