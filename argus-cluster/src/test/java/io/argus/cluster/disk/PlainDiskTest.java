package io.argus.cluster.disk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PlainDiskTest {
  private final Disk disk = new PlainDisk(Path.of("unused"));

  @Test
  void saysBeforehandWhatToChooseForALimit() {
    assertThatThrownBy(disk::requireLimit)
        .isInstanceOf(IOException.class)
        .hasMessage("disk is none, which has no limit; choose kernel or emulated");
    assertThatThrownBy(() -> disk.limit(0.5)).hasMessageContaining("choose kernel");
  }
}
