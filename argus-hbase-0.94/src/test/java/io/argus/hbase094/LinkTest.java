package io.argus.hbase094;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.link.Linkage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Argus's classes linked with the HBase that they are compiled against. */
class LinkTest {
  private final Linkage linkage = Linkage.of(LinkTest.class.getClassLoader());

  LinkTest() throws Exception {}

  @Test
  void everyReferenceThatCanBeReachedResolves() {
    assertThat(linkage.components()).containsExactly("master", "recorder", "region-server");
    assertThat(linkage.missing()).isEmpty();
  }

  /** Else nobody would look what it needs. */
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

    Set<String> linked = linkage.classes();
    for (String name : all) {
      // The compiler makes classes that only tell constructors apart: nothing loads them.
      if (!Class.forName(name, false, LinkTest.class.getClassLoader()).isSynthetic()) {
        assertThat(linked).contains(name);
      }
    }
  }
}
