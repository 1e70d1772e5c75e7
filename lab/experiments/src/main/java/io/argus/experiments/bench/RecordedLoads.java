package io.argus.experiments.bench;

import io.argus.bench.run.RunProgress;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.Argus;
import io.argus.cluster.EmbeddedCluster;
import io.argus.core.text.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Has {@code argus assess} record what a region server without Argus shows in the windows of a
 * campaign's workload mixes, a directory for each mix. Thread-safe.
 */
final class RecordedLoads implements RunProgress {
  /** So much earlier than the window it ends: what a server shows lags behind. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  private final RunProgress progress;
  private final EmbeddedCluster cluster;
  private final Path directory;
  private final Duration ramp;
  private final Duration window;
  private final Map<String, WorkloadMix> steps = new HashMap<>();
  private final List<String> failures = new ArrayList<>();

  /** The mix that runs, until it is recorded. */
  private @Nullable WorkloadMix due;

  /**
   * @param system whose mixes to record; it has no Argus
   */
  RecordedLoads(
      RunProgress progress,
      EmbeddedCluster cluster,
      String system,
      List<WorkloadMix> mixes,
      Path directory,
      Duration ramp,
      Duration window) {
    this.progress = progress;
    this.cluster = cluster;
    this.directory = directory;
    this.ramp = ramp;
    this.window = window;
    mixes.forEach(mix -> steps.put(system + ": " + mix.label(), mix));
  }

  /** The directory of a mix. */
  static Path of(Path directory, WorkloadMix mix) {
    return directory.resolve(mix.label().replaceAll("[^A-Za-z0-9@+.-]", "_"));
  }

  @Override
  public synchronized void step(String what, Duration left) {
    due = steps.get(what);
    progress.step(what, left);
  }

  @Override
  public void second(String tenant, int second, long ops, long errors) {
    progress.second(tenant, second, ops, errors);
    synchronized (this) {
      WorkloadMix mix = due;
      if (mix != null && second == ramp.toSeconds() + 1) {
        due = null;
        Thread recording = new Thread(() -> record(mix), "recording");
        recording.setDaemon(true);
        recording.start();
      }
    }
  }

  @Override
  public void measured(String what) {
    progress.measured(what);
  }

  private void record(WorkloadMix mix) {
    int port = cluster.ports().regionServersHttp().get(0);
    double minutes = window.minus(MARGIN).toMillis() / 60_000.0;
    int code =
        Argus.run(
            "assess",
            "localhost:" + port,
            "--minutes",
            Text.format("%.3f", minutes),
            "--save",
            of(directory, mix).toString());
    if (code != 0) {
      synchronized (this) {
        failures.add(mix.label());
      }
    }
  }

  /**
   * What {@code argus assess} says of a recorded mix, as JSON.
   *
   * @throws IOException if it was not recorded
   */
  synchronized String assessed(WorkloadMix mix) throws IOException {
    Path recorded = of(directory, mix);
    if (failures.contains(mix.label()) || !Files.isDirectory(recorded)) {
      throw new IOException(recorded + " was not recorded: remove --results, and run again");
    }
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      if (Argus.run("assess", "--from", recorded.toString(), "--json") != 0) {
        throw new IOException(recorded + " cannot be assessed");
      }
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
