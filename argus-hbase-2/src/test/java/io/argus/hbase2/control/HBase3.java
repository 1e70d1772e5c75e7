package io.argus.hbase2.control;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads Argus's shim and its tests with the classes of HBase 3, and without plain protobuf. What
 * HBase 3 has no jar of here comes from the class path.
 */
final class HBase3 extends URLClassLoader {
  private static final List<String> JARS =
      List.of(
          "hbase-server-3.0.0.jar",
          "hbase-client-3.0.0-beta-1.jar",
          "hbase-common-3.0.0-beta-1.jar",
          "hbase-protocol-shaded-3.0.0-beta-1.jar",
          "opentelemetry-semconv-1.15.0-alpha.jar");

  /** Plain protobuf, and the messages of HBase 2 that need it. */
  private static final List<String> ABSENT =
      List.of("com.google.protobuf.", "org.apache.hadoop.hbase.protobuf.generated.");

  private final List<String> absent = new ArrayList<>(ABSENT);

  /**
   * @param alsoAbsent beginnings of names of further classes that it has not
   */
  HBase3(String... alsoAbsent) throws IOException {
    super(urls(), HBase3.class.getClassLoader());
    absent.addAll(List.of(alsoAbsent));
  }

  private static URL[] urls() throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String jar : JARS) {
      urls.add(Path.of("target/other-hbase", jar).toUri().toURL());
    }
    urls.add(Path.of("target/classes/").toUri().toURL());
    urls.add(Path.of("target/test-classes/").toUri().toURL());
    return urls.toArray(URL[]::new);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (absent.stream().anyMatch(name::startsWith)) {
      throw new ClassNotFoundException(name + " is not on the class path of HBase 3");
    }
    synchronized (getClassLoadingLock(name)) {
      if (findResource(name.replace('.', '/') + ".class") == null) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Override
  public @Nullable URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }
}
