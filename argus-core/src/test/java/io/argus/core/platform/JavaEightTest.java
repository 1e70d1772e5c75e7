package io.argus.core.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.platform.JavaEight.Library;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class JavaEightTest {
  @Test
  void whatJava8DoesNotHaveIsFound() throws Exception {
    Library library = new Library();

    assertThat(library.has("java.util.List", "size():int")).isTrue();
    assertThat(library.has("java.util.List", "hashCode():int")).isTrue();
    assertThat(library.has("java.nio.ByteBuffer", "flip():java.nio.Buffer")).isTrue();
    assertThat(library.has("java.nio.ByteBuffer", "flip():java.nio.ByteBuffer")).isFalse();
    assertThat(library.has("java.util.List", "of():java.util.List")).isFalse();
    assertThat(library.has("java.lang.ProcessHandle", "pid():long")).isFalse();
  }

  /** The tests are Java 17. */
  @Test
  void newerClassFilesAndUsesAreFound() throws Exception {
    JavaEight tests = new JavaEight(List.of(JavaEightTest.class));

    assertThat(tests.newerClassFiles().wrong()).anyMatch(file -> file.contains("JavaEightTest"));
    assertThat(tests.missingInLibrary().wrong())
        .anyMatch(use -> use.startsWith("java.util.List.of(") && use.contains("JavaEightTest"));
  }
}
