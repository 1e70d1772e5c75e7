package io.argus.cli.assess;

import static io.argus.core.text.Text.format;

import io.argus.cli.output.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A directory of answers of {@code /jmx}. Each says whose and of when it is: the names of the files
 * mean nothing.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class SavedJmx {
  private static final String SUFFIX = ".json";

  private SavedJmx() {}

  static void write(Path directory, JmxDocument document) throws IOException {
    String server = document.server().replaceAll("[^A-Za-z0-9.-]", "_");
    String name = format("%s-%012.0f%s", server, document.uptimeMillis(), SUFFIX);
    Output.write(directory.resolve(name), document.toJson());
  }

  /**
   * Reads all documents in a directory and below.
   *
   * @throws IllegalArgumentException naming a file that is none
   */
  static List<JmxDocument> read(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(file -> file.toString().endsWith(SUFFIX)).collect(Collectors.toList());
    }
    List<JmxDocument> documents = new ArrayList<>();
    for (Path file : files) {
      documents.add(JmxDocument.read(Files.readAllBytes(file), file.toString()));
    }
    return documents;
  }
}
