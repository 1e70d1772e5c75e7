package io.argus.cli.install;

import io.argus.core.link.Linkage;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The jars of an HBase installation, as its servers load them.
 *
 * <p>Used by one thread.
 */
final class HBaseJars {
  /** For clients: the same classes again. */
  private static final List<String> NOT_FOR_SERVERS = Arrays.asList("shaded-clients", "ruby");

  /** In every HBase. */
  private static final String CLASS_OF_HBASE = "org/apache/hadoop/hbase/HConstants.class";

  private HBaseJars() {}

  /**
   * Links the classes of Argus with those of HBase. No class is loaded, so that it does not matter
   * which Java the command runs on.
   *
   * @param home the installation, with {@code lib}
   * @param dropIn Argus's jar
   * @return empty if the classes of HBase are somewhere else
   */
  static Optional<Linkage> link(Path home, Path dropIn) throws IOException {
    List<URL> jars = new ArrayList<>();
    jars.add(url(dropIn));
    Path lib = home.resolve("lib");
    addJars(home, jars);
    addJars(lib, jars);
    for (Path below : HBaseRelease.files(lib, "*")) {
      if (Files.isDirectory(below) && !NOT_FOR_SERVERS.contains(nameOf(below))) {
        addJars(below, jars);
      }
    }
    ClassLoader ofTheJdk = ClassLoader.getSystemClassLoader().getParent();
    try (URLClassLoader loader = new URLClassLoader(jars.toArray(new URL[0]), ofTheJdk)) {
      return loader.getResource(CLASS_OF_HBASE) == null
          ? Optional.empty()
          : Optional.of(Linkage.of(loader));
    }
  }

  private static void addJars(Path directory, List<URL> jars) throws IOException {
    for (Path jar : HBaseRelease.files(directory, "*.jar")) {
      if (!nameOf(jar).matches(Installation.JAR_PATTERN.replace("*", ".*"))) {
        jars.add(url(jar)); // not an older one of Argus
      }
    }
  }

  private static String nameOf(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static URL url(Path file) throws MalformedURLException {
    return file.toUri().toURL();
  }
}
