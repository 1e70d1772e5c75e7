package io.argus.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code bin/argus} in a process of its own, which can be terminated. */
public final class CliProcess implements AutoCloseable {
  private final Process process;
  private final Path out;
  private final Path err;

  private CliProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts a command.
   *
   * @param launcher such as {@code bin/argus}
   * @param directory its working directory, which also gets its output
   * @param environment variables besides those of this process
   */
  public static CliProcess start(
      String launcher, Path directory, List<String> arguments, Map<String, String> environment)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(TestCluster.repository().resolve(launcher).toString());
    command.addAll(arguments);
    Path out = Files.createTempFile(directory, "argus", ".out");
    Path err = Files.createTempFile(directory, "argus", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("ARGUS_NO_BUILD", "1");
    builder.environment().putAll(environment);
    return new CliProcess(builder.start(), out, err);
  }

  public String out() throws IOException {
    return Files.readString(out);
  }

  public String err() throws IOException {
    return Files.readString(err);
  }

  /** Waits until it has printed a text to standard error, or fails with all that it printed. */
  public void awaitSaid(String part, Duration patience) throws Exception {
    Eventually.within(
        patience,
        () -> {
          if (!err().contains(part)) {
            throw new AssertionError("'" + part + "' not said in:\n" + err());
          }
        });
  }

  /** Terminates it, as Ctrl-C or {@code kill} does. */
  public void terminate() {
    process.destroy();
  }

  /** Waits until it ends and returns its exit code. */
  public int awaitEnd(Duration patience) throws Exception {
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("still runs after " + patience + "; it has said:\n" + err());
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
