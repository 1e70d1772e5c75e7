package io.argus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  @TempDir private Path root;
  private StateDirectory state;

  /** Another process: takes the lock, says so, and keeps it until it is ended. */
  static final class Holder {
    public static void main(String[] arguments) throws IOException {
      new StateDirectory(Path.of(arguments[0])).lock();
      System.out.println("locked");
      System.in.read();
    }
  }

  @BeforeEach
  void at() {
    state = new StateDirectory(root);
  }

  @Test
  void whatIsNoClustersIsNeitherDeletedNorWrittenTo() throws IOException {
    Path precious = Files.createDirectories(root.resolve("data/precious"));
    state.clear();
    assertThat(precious).exists();
    assertThatThrownBy(state::requireOurs)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(root.resolve("data").toString())
        .hasMessageContaining("ARGUS_STATE_DIR");

    state.save(new ClusterRecord("2.6.4", "none", "none", Ports.free(1)));
    state.requireOurs();
    state.clear();
    assertThat(root.resolve("data")).doesNotExist();
    assertThat(state.load()).isNull();
  }

  @Test
  @Timeout(60)
  void aClusterOfAnotherProcessIsLeftAlone() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                root.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("locked");
      assertThatThrownBy(state::lock)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use by process " + other.pid() + ": wait for it");
    } finally {
      other.destroyForcibly().waitFor();
    }
    state.lock().close();
  }
}
