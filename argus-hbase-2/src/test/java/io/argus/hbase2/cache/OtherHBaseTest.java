package io.argus.hbase2.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.usage.ComponentStatus;
import io.argus.regionserver.RegionServerNode;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.jspecify.annotations.Nullable;
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

  @Test
  void theHBaseOfTheBuildHasThePath() {
    assertThatCode(HFiles::requirePaths).doesNotThrowAnyException();
  }
}
