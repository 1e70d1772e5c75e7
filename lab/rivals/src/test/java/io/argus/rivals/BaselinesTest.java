package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselinesTest {
  @TempDir private Path root;

  @Test
  void whatIsWrittenIsReadAndOnceRemovedNobodyRunsTogether() throws IOException {
    Path temporary = root.resolve("not/yet");
    assertThat(Baselines.read(temporary)).isEmpty();
    Baselines.write(temporary, Map.of("old", 1.0));
    Baselines.write(temporary, Map.of("alice", 312.5, "bob", 20_000.0));
    assertThat(Baselines.read(temporary)).isEqualTo(Map.of("alice", 312.5, "bob", 20_000.0));

    Baselines.remove(temporary);
    Baselines.remove(temporary);
    assertThat(Baselines.read(temporary)).isEmpty();
  }

  @Test
  void aDamagedFileIsAnErrorThatNamesIt() throws IOException {
    Files.writeString(Baselines.file(root), "alice=many\n");

    assertThatThrownBy(() -> Baselines.read(root))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(Baselines.file(root).toString());
  }
}
