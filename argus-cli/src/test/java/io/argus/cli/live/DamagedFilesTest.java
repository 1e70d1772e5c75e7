package io.argus.cli.live;

import static org.assertj.core.api.Assertions.assertThatIOException;

import io.argus.cli.install.SiteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Site files that once made a command end with a stack trace. */
class DamagedFilesTest {
  @TempDir private Path directory;

  @Test
  void aSiteFileThatIsNestedDeeplyIsRefused() throws IOException {
    String deep = "<a>".repeat(20_000) + "</a>".repeat(20_000);
    Path file = directory.resolve("deep.xml");
    Files.writeString(file, "<configuration>" + deep + "</configuration>");
    assertThatIOException()
        .isThrownBy(() -> SiteFile.read(file))
        .withMessageContaining("deep.xml cannot be read as XML");
  }

  @Test
  void aSiteFileThatIsNoTextIsNamed() throws IOException {
    Path file = directory.resolve("binary.xml");
    Files.write(file, new byte[] {'<', 'a', '>', (byte) 0xC3, (byte) 0x28, '<', '/', 'a', '>'});
    assertThatIOException()
        .isThrownBy(() -> SiteFile.read(file))
        .withMessageContaining("binary.xml cannot be read as XML");
  }
}
