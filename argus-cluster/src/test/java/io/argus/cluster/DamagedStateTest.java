package io.argus.cluster;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of a cluster that once made a command end with a stack trace. */
class DamagedStateTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"hbase\":\"2.6\"", "{\"ports\":{}}", "{\"ports\":7}", "[]"})
  void aDamagedRecordIsNamed(String record) throws IOException {
    Files.writeString(directory.resolve("cluster.json"), record);
    assertThatIOException()
        .isThrownBy(() -> new StateDirectory(directory).load())
        .withMessageContaining("cluster.json cannot be read")
        .withMessageContaining("delete");
  }
}
