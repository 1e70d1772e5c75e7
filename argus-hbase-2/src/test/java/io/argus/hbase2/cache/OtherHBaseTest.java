package io.argus.hbase2.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.argus.core.usage.ComponentStatus;
import io.argus.regionserver.RegionServerNode;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Argus's cache on the classes of versions of HBase on which it cannot work. */
class OtherHBaseTest {
  private static final String CACHES = "org.apache.hadoop.hbase.io.hfile.";

  /** Loads Argus's shim and another hbase-server, and the rest from the class path. */
  private static final class Server extends URLClassLoader {
    Server(String version) throws IOException {
      super(
          new URL[] {
            Path.of("target/other-hbase/hbase-server-" + version + ".jar").toUri().toURL(),
            Path.of("target/classes/").toUri().toURL()
          },
          OtherHBaseTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
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

  private final RegionServerNode<TableName, CallRunner> node = TenantNode.of("alice");

  private ComponentStatus cache() {
    return node.components().statuses().stream()
        .filter(status -> status.component().equals(RegionServerNode.CACHE_COMPONENT))
        .findAny()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.6.5", "2.6.6"})
  void aCacheWhoseKeysLackThePathIsLeftToHBaseAndTheComponentNamesIt(String version)
      throws Exception {
    try (Server server = new Server(version)) {
      Class<?> key = server.loadClass(BlockCacheKey.class.getName());
      assertThat(key).isNotSameAs(BlockCacheKey.class);
      Object present =
          server
              .loadClass(CACHES + "LruBlockCache")
              .getConstructor(long.class, long.class, boolean.class)
              .newInstance(1L << 20, 64L << 10, false);
      Method replace =
          server
              .loadClass(CacheReplacement.class.getName())
              .getMethod(
                  "of",
                  RegionServerNode.class,
                  server.loadClass(CACHES + "BlockCache"),
                  Configuration.class);

      assertThatThrownBy(() -> replace.invoke(null, node, present, new Configuration(false)))
          .isInstanceOf(InvocationTargetException.class)
          .cause()
          .isInstanceOf(NoSuchMethodException.class)
          .satisfies(node::cacheStays);

      assertThat(cache().state()).isEqualTo(ComponentStatus.State.FAILED);
      assertThat(cache().reason()).contains(CACHES + "BlockCacheKey.getFilePath()");
      assertThat(List.of(key.getMethods()))
          .extracting(Method::getName)
          .doesNotContain("getFilePath");
    }
  }

  /** Else a part of Argus would fail at its first use, and not by name. */
  @Tag("long")
  @Test
  void nothingElseIsMissing() throws IOException {
    Path argus = Path.of("target/classes");
    JavaClasses classes;
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (Server server = new Server("2.6.6")) {
      thread.setContextClassLoader(server); // the importer finds there what the classes refer to
      classes = new ClassFileImporter().importPath(argus);
    } finally {
      thread.setContextClassLoader(before);
    }
    Set<String> missing =
        classes.stream()
            .flatMap(
                type ->
                    Stream.concat(
                        type.getAccessesFromSelf().stream(),
                        type.getMethodReferencesFromSelf().stream()))
            .map(JavaAccess::getTarget)
            .filter(target -> target.getOwner().getName().startsWith("org.apache.hadoop.hbase."))
            .filter(target -> target.resolveMember().isEmpty())
            .map(AccessTarget::getFullName)
            .collect(Collectors.toSet());
    assertThat(missing).containsExactly(CACHES + "BlockCacheKey.getFilePath()");
  }

  @Test
  void theHBaseOfTheBuildHasThePath() {
    assertThatCode(HFiles::requirePaths).doesNotThrowAnyException();
  }
}
