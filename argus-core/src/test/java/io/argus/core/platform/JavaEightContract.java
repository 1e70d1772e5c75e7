package io.argus.core.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Everything in a jar runs on Java 8, other projects' classes too. */
@Tag("long")
public abstract class JavaEightContract {
  private final List<Class<?>> parts;

  /**
   * @param parts one class of each module and library in the jar
   */
  protected JavaEightContract(Class<?>... parts) {
    this.parts = List.of(parts);
  }

  @Test
  final void classFilesAreOfJava8() throws Exception {
    JavaEight.Found found = new JavaEight(parts).newerClassFiles();

    assertThat(found.wrong()).isEmpty();
    assertThat(found.checked()).isGreaterThan(1_000);
  }

  @Test
  final void onlyWhatTheLibraryOfJava8HasIsUsed() throws Exception {
    JavaEight.Found found = new JavaEight(parts).missingInLibrary();

    assertThat(found.wrong()).isEmpty();
    assertThat(found.checked()).isGreaterThan(5_000);
  }
}
