package io.argus.experiments.systems;

import io.argus.bench.run.MixPreparation;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.install.ArgusHome;
import io.argus.cluster.StateDirectory;
import io.argus.rivals.IsolatedThroughputs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells the region servers of a rival the isolated throughput of each tenant of a workload mix,
 * which the paper's operator measures, too.
 *
 * <p>Used by one thread.
 */
final class PublishedThroughputs implements MixPreparation {
  private final boolean needed;

  /**
   * @param needed whether the rival can do nothing without them
   */
  PublishedThroughputs(boolean needed) {
    this.needed = needed;
  }

  @Override
  public boolean needsIsolatedThroughputs() {
    return needed;
  }

  @Override
  public void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) throws IOException {
    Map<String, Double> throughputs = new TreeMap<>();
    for (int i = 0; i < isolatedThroughputs.size(); i++) {
      throughputs.put(mix.tenants().get(i).name(), isolatedThroughputs.get(i));
    }
    IsolatedThroughputs.write(temporary(), throughputs);
  }

  @Override
  public void undo(WorkloadMix mix) throws IOException {
    IsolatedThroughputs.remove(temporary());
  }

  /** The {@code hbase.tmp.dir} of the embedded cluster. */
  private static Path temporary() {
    return new StateDirectory(ArgusHome.stateDirectory()).data().resolve("tmp");
  }

  @Override
  public String describe() {
    return "isolated throughputs told to the region servers";
  }
}
