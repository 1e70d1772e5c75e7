package io.argus.bench.incident;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Builds the drop-in jar of an earlier commit from this checkout's history. Stateless. */
public final class EarlierJar {
  private EarlierJar() {}

  /**
   * Builds it with git and Maven, unless that was done before.
   *
   * @param repository root of this checkout, which has that commit
   * @param commit such as {@code 7bfb1f9}
   * @param module that makes the jar, such as {@code argus-hbase-2}
   * @param progress hears of each step
   */
  public static Path build(Path repository, String commit, String module, Consumer<String> progress)
      throws IOException {
    if (!commit.matches("[0-9a-f]{7,40}")) {
      throw new IOException("commit is '" + commit + "'; must be 7 to 40 hexadecimal digits");
    }
    Path versions = repository.resolve("argus-experiments/target/versions");
    Path clone = versions.resolve(commit);
    Files.createDirectories(versions);
    if (!Files.isDirectory(clone.resolve(".git"))) {
      progress.accept("checking out " + commit);
      run(
          versions,
          List.of("git", "clone", "-q", "--no-checkout", repository.toString(), clone.toString()));
    }
    run(clone, List.of("git", "checkout", "-q", commit));
    Optional<Path> built = jar(clone, module);
    if (built.isPresent()) {
      return built.get();
    }
    progress.accept("building " + module + " of " + commit);
    run(
        clone,
        List.of("mvn", "-B", "-q", "-DskipTests", "-DskipITs", "-pl", module, "-am", "package"));
    return jar(clone, module)
        .orElseThrow(() -> new IOException(commit + " makes no drop-in jar of " + module));
  }

  private static Optional<Path> jar(Path clone, String module) throws IOException {
    Path target = clone.resolve(module).resolve("target");
    if (!Files.isDirectory(target)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(target)) {
      return files.filter(file -> file.toString().endsWith("-dropin.jar")).findFirst();
    }
  }

  private static void run(Path directory, List<String> command) throws IOException {
    Path log = directory.resolve("build.log");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(
            String.join(" ", command) + " failed in " + directory + ": " + Files.readString(log));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while building");
    } finally {
      process.destroyForcibly();
    }
  }
}
