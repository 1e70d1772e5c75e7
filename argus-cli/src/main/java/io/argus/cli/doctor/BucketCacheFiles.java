package io.argus.cli.doctor;

import io.argus.cli.doctor.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The files of a BucketCache, as this machine has them. Stateless. */
final class BucketCacheFiles {
  private static final List<String> ENGINES = Arrays.asList("file:", "files:", "mmap:", "pmem:");
  private static final long MEGABYTE = 1 << 20;

  private BucketCacheFiles() {}

  /** What is wrong with a file. */
  static final class Wrong {
    private final Severity severity;
    private final String message;

    Wrong(Severity severity, String message) {
      this.severity = severity;
      this.message = message;
    }

    Severity severity() {
      return severity;
    }

    String message() {
      return message;
    }
  }

  /** The files that an engine names; nothing if it is not one with files. */
  static Optional<List<String>> of(String engine) {
    return ENGINES.stream()
        .filter(engine::startsWith)
        .findFirst()
        .map(prefix -> engine.substring(prefix.length()))
        .map(
            paths ->
                engine.startsWith("file")
                    ? Arrays.asList(paths.split(","))
                    : Collections.singletonList(paths));
  }

  /**
   * What is wrong with a file that a region server of this machine is to make that large. Nothing
   * is said of a path with variables, because only HBase knows their values.
   */
  static Optional<Wrong> wrong(String name, long bytes) {
    if (name.contains("${")) {
      return Optional.empty();
    }
    Path path = Paths.get(name).toAbsolutePath();
    Path directory = path.resolveSibling("");
    if (Files.isDirectory(path)) {
      return problem("is a directory; must be a file. A region server does not start");
    }
    if (!Files.isDirectory(directory)) {
      return problem("is in no directory of this machine; a region server does not start");
    }
    if (!Files.isWritable(Files.exists(path) ? path : directory)) {
      return Optional.of(
          new Wrong(
              Severity.NOTE,
              "cannot be written by "
                  + System.getProperty("user.name")
                  + "; if HBase's user cannot either, a region server does not start"));
    }
    return space(directory, bytes);
  }

  private static Optional<Wrong> space(Path directory, long bytes) {
    try {
      long total = Files.getFileStore(directory).getTotalSpace();
      if (total < bytes) {
        return problem(
            "is to have "
                + bytes / MEGABYTE
                + " MB, and its file system has "
                + total / MEGABYTE
                + "; HBase switches the cache off after writes have failed for a minute");
      }
    } catch (IOException e) {
      // Nothing is known of the file system, so nothing is said.
    }
    return Optional.empty();
  }

  private static Optional<Wrong> problem(String message) {
    return Optional.of(new Wrong(Severity.PROBLEM, message));
  }
}
