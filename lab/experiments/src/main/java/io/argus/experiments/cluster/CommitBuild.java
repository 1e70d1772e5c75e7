package io.argus.experiments.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The sources of another commit of a checkout, in a directory of their own where git puts them once
 * and Maven builds each module once.
 *
 * <p>Immutable.
 *
 * @param label the commit, abbreviated to 7 digits or as many as git needs
 * @param directory of the sources
 * @param progress receives each step that takes long
 */
public record CommitBuild(String label, Path directory, Consumer<String> progress) {
  private static final int SHOWN_LINES = 20;

  /**
   * Checks a commit out.
   *
   * @param repository root of the checkout that has the commit
   * @param commit such as {@code 7bfb1f9}
   * @throws IOException if the checkout does not have it; the message says so
   */
  public static CommitBuild of(Path repository, String commit, Consumer<String> progress)
      throws IOException {
    if (!commit.matches("[0-9a-f]{7,40}")) {
      throw new IOException("commit is '" + commit + "'; must be 7 to 40 hexadecimal digits");
    }
    Path versions = repository.resolve("lab/experiments/target/versions");
    Files.createDirectories(versions);
    String label = label(repository, commit, versions);
    Path directory = versions.resolve(label);
    if (!Files.isDirectory(directory)) {
      progress.accept("checking out commit " + label);
      checkOut(repository, label, directory);
    }
    return new CommitBuild(label, directory, progress);
  }

  private static String label(Path repository, String commit, Path logs) throws IOException {
    List<String> parse =
        List.of("git", "rev-parse", "-q", "--short=7", "--verify", commit + "^{commit}");
    Path log = logs.resolve("rev-parse.log");
    if (exitCode(repository, parse, log) != 0) {
      throw new IOException("commit " + commit + " is not in the history of " + repository);
    }
    return Files.readString(log).trim();
  }

  /** Leaves no directory behind if it fails. */
  private static void checkOut(Path repository, String label, Path directory) throws IOException {
    Path archive = directory.resolveSibling(label + ".tar");
    Path unpacked = directory.resolveSibling(label + ".part");
    Files.createDirectories(unpacked);
    run(repository, List.of("git", "archive", "-o", archive.toString(), label), log(archive));
    run(unpacked, List.of("tar", "-xf", archive.toString()), log(archive));
    Files.delete(archive);
    Files.move(unpacked, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  private static Path log(Path file) {
    return file.resolveSibling(file.getFileName() + ".log");
  }

  /**
   * The drop-in jar of that commit.
   *
   * @param module that makes the jar, such as {@code argus-hbase-2}
   */
  public Path dropInJar(String module) throws IOException {
    Optional<Path> before = jar(module);
    if (before.isPresent()) {
      return before.get();
    }
    build(module);
    return jar(module)
        .orElseThrow(() -> new IOException("commit " + label + " has no drop-in jar of " + module));
  }

  private Optional<Path> jar(String module) throws IOException {
    Path target = target(module);
    if (!Files.isDirectory(target)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(target)) {
      return files.filter(file -> file.toString().endsWith("-dropin.jar")).findFirst();
    }
  }

  /**
   * The file with the class path of a module of that commit that runs in processes of its own, such
   * as {@code lab/jmh}; the module's classes are beside it.
   */
  public Path classPathFile(String named) throws IOException {
    String module = formerName(named);
    Path file = target(module).resolve("classpath");
    if (!Files.exists(file)) {
      build(module);
    }
    return file;
  }

  /** Commits before there was a folder {@code lab} call its modules {@code argus-NAME}. */
  private String formerName(String module) {
    return Files.isDirectory(directory.resolve(module))
        ? module
        : "argus-" + Path.of(module).getFileName();
  }

  private Path target(String module) {
    return directory.resolve(module).resolve("target");
  }

  /** Asks no repository for what Maven has here already; if that does not do, asks. */
  private void build(String module) throws IOException {
    progress.accept(
        "building " + module + " of commit " + label + " with Maven, once; it takes some minutes");
    List<String> build =
        new ArrayList<>(
            List.of("mvn", "-B", "-q", "-Dfast", "-DskipTests", "-DskipITs", "-am", "-pl", module));
    build.add("package");
    List<String> offline = new ArrayList<>(build);
    offline.add(1, "-o");
    Path log = directory.resolve("build.log");
    if (exitCode(directory, offline, log) != 0) {
      run(directory, build, log);
    }
  }

  private static void run(Path directory, List<String> command, Path log) throws IOException {
    if (exitCode(directory, command, log) != 0) {
      List<String> lines = Files.readAllLines(log);
      throw new IOException(
          "%s failed in %s; its log, %s, ends:\n%s"
              .formatted(
                  String.join(" ", command),
                  directory,
                  log,
                  String.join(
                      "\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()))));
    }
  }

  private static int exitCode(Path directory, List<String> command, Path log) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while building");
    } finally {
      process.destroyForcibly();
    }
  }
}
