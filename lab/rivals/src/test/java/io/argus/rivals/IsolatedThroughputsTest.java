package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolatedThroughputsTest {
  @TempDir private Path root;

  @Test
  void whatIsWrittenIsReadAndOnceRemovedNobodyRunsTogether() throws IOException {
    Path temporary = root.resolve("not/yet");
    assertThat(IsolatedThroughputs.read(temporary)).isEmpty();
    IsolatedThroughputs.write(temporary, Map.of("old", 1.0));
    IsolatedThroughputs.write(temporary, Map.of("alice", 312.5, "bob", 20_000.0));
    assertThat(IsolatedThroughputs.read(temporary))
        .isEqualTo(Map.of("alice", 312.5, "bob", 20_000.0));

    IsolatedThroughputs.remove(temporary);
    IsolatedThroughputs.remove(temporary);
    assertThat(IsolatedThroughputs.read(temporary)).isEmpty();
  }

  @Test
  void aDamagedFileIsAnErrorThatNamesIt() throws IOException {
    Files.writeString(IsolatedThroughputs.file(root), "alice=many\n");

    assertThatThrownBy(() -> IsolatedThroughputs.read(root))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(IsolatedThroughputs.file(root).toString());
  }
}
