package io.argus.experiments.linkedlist;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A module below {@code runtimes} whose class path Maven resolves when it is first needed, since
 * the build of Argus does not.
 *
 * <p>Immutable.
 *
 * @param directory of its {@code pom.xml}
 * @param properties that its pom takes, such as a version
 */
record ResolvedRuntime(Path directory, Map<String, String> properties) {
  ResolvedRuntime {
    properties = Map.copyOf(properties);
  }

  /**
   * The class path; resolves it with Maven if there is none, or an older one than the pom.
   *
   * @param file to which the pom writes it
   * @throws IOException with the end of Maven's output
   */
  String classPath(Path file) throws IOException {
    Path pom = directory.resolve("pom.xml");
    if (!Files.exists(file)
        || Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(pom)) < 0) {
      resolve(pom);
    }
    return Files.readString(file).trim();
  }

  private void resolve(Path pom) throws IOException {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q", "-f", pom.toString()));
    new TreeMap<>(properties).forEach((key, value) -> command.add("-D" + key + "=" + value));
    command.add("package");
    File log = File.createTempFile("argus-runtime", ".log");
    try {
      Process maven =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
      if (maven.waitFor() != 0) {
        throw new IOException(
            String.join(" ", command) + " failed: " + Files.readString(log.toPath()).strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while Maven resolves " + directory);
    } finally {
      Files.deleteIfExists(log.toPath());
    }
  }
}
