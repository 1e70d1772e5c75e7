package io.argus.hbase2;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Class paths with another version of HBase: its jars as far as Maven has them, and the rest of the
 * test's class path.
 */
final class OtherHBase {
  private static final Path JARS = Path.of("target/other-hbase");
  private static final Path SHIM = Path.of("target/classes");
  private static final Pattern OF_HBASE = Pattern.compile("(hbase-[a-z-]+[a-z])-([0-9].*)\\.jar");

  private OtherHBase() {}

  /** Returns a loader that finds the shim and that HBase. */
  static URLClassLoader loader(String version) throws IOException {
    List<Path> jars = new ArrayList<>();
    try (Stream<Path> files = Files.list(JARS)) {
      files.filter(jar -> version.equals(part(jar, 2))).forEach(jars::add);
    }
    Set<String> replaced = jars.stream().map(jar -> part(jar, 1)).collect(Collectors.toSet());
    if (!replaced.contains("hbase-server")) {
      throw new IOException("no hbase-server of " + version + " in " + JARS);
    }
    jars.add(0, SHIM);
    for (String entry : System.getProperty("java.class.path").split(":")) {
      Path path = Path.of(entry);
      if (Files.exists(path) && !replaced.contains(part(path, 1))) {
        jars.add(path);
      }
    }
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      urls.add(jar.toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
  }

  /** The name (1) or version (2) of a jar of HBase; empty for another file. */
  private static String part(Path jar, int group) {
    Matcher name = OF_HBASE.matcher(jar.getFileName().toString());
    return name.matches() ? name.group(group) : "";
  }
}
