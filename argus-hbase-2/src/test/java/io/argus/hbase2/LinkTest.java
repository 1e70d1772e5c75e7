package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.link.Linkage;
import io.argus.core.usage.Component;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Argus's classes linked with every hbase-server that Maven has. */
class LinkTest {
  private static final String BALANCER = "balancer";

  private static Linkage link(String version) throws IOException {
    try (URLClassLoader loader = OtherHBase.loader(version)) {
      return Linkage.of(loader);
    }
  }

  private static Map<String, List<String>> missing(Linkage linkage) {
    Map<String, List<String>> missing = new TreeMap<>();
    for (String component : linkage.components()) {
      if (!linkage.isOptional(component) && !linkage.missing(component).isEmpty()) {
        missing.put(component, linkage.missing(component));
      }
    }
    return missing;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2.4.18", "2.5.13", "2.5.15", "2.6.0", "2.6.1", "2.6.2", "2.6.3", "2.6.4", "2.6.5", "2.6.6",
        "3.0.0"
      })
  void everyReferenceThatCanBeReachedResolves(String version) throws IOException {
    assertThat(missing(link(version))).as("missing in HBase " + version).isEmpty();
  }

  /** HBase 2.4 has another class of that kind; Maven has no hbase-balancer of 3.0.0. */
  @ParameterizedTest
  @ValueSource(strings = {"2.4.18", "3.0.0"})
  void theCostFunctionIsNotForEveryVersion(String version) throws IOException {
    Linkage linkage = link(version);

    assertThat(linkage.isOptional(BALANCER)).isTrue();
    assertThat(linkage.missing(BALANCER))
        .contains("org.apache.hadoop.hbase.master.balancer.CostFunction");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5.13", "2.5.15", "2.6.0", "2.6.4", "2.6.6"})
  void theCostFunctionIsForVersionsOfThe25And26Lines(String version) throws IOException {
    assertThat(link(version).missing(BALANCER)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"2.4.18, true", "2.5.15, true", "2.6.0, false", "2.6.6, false", "3.0.0, false"})
  void callsHaveAttributesFrom26On(String version, boolean lacks) throws IOException {
    Linkage linkage = link(version);

    assertThat(linkage.isOptional("attributes")).isTrue();
    assertThat(!linkage.missing("attributes").isEmpty()).isEqualTo(lacks);
  }

  /** As with HBase 2.4. */
  @Test
  void withoutOpenTelemetryOnlyTracesAreMissing() throws IOException {
    try (URLClassLoader all = OtherHBase.loader("2.4.18");
        URLClassLoader without =
            new URLClassLoader(
                Arrays.stream(all.getURLs())
                    .filter(jar -> !jar.getPath().contains("/opentelemetry-"))
                    .toArray(URL[]::new),
                ClassLoader.getPlatformClassLoader())) {
      Linkage linkage = Linkage.of(without);
      assertThat(linkage.isOptional("traces")).isTrue();
      assertThat(linkage.missing("traces")).contains("io.opentelemetry.api.trace.Span");
      assertThat(missing(linkage)).isEmpty();
    }
  }

  @Test
  void everyComponentIsOneThatServersKnow() throws IOException {
    assertThat(Arrays.stream(Component.values()).map(Component::key))
        .containsAll(link("2.6.4").components());
  }

  /** Else a class of Argus would be in no component, and nobody would look what it needs. */
  @Test
  void everyClassOfTheShimIsInAComponent() throws Exception {
    Path classes = Path.of("target/classes");
    List<String> all;
    try (Stream<Path> files = Files.walk(classes)) {
      all =
          files
              .map(file -> classes.relativize(file).toString())
              .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
              .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
              .toList();
    }

    assertThat(all).hasSizeGreaterThan(50);
    Set<String> linked = link("2.6.4").classes();
    for (String name : all) {
      // The compiler makes classes that only tell constructors apart: nothing loads them.
      if (!Class.forName(name, false, LinkTest.class.getClassLoader()).isSynthetic()) {
        assertThat(linked).contains(name);
      }
    }
  }
}
