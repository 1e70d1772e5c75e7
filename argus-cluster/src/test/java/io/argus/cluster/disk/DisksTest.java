package io.argus.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisksTest {
  @TempDir private Path stateRoot;

  private Disks choose(String kind, int count) throws IOException {
    return Disks.choose(
        kind,
        count,
        stateRoot,
        new EmulatedDisk.Emulator(List.of(), "key", "class"),
        DiskSettings.forData(0, count));
  }

  @Test
  void eachDataNodeHasADirectoryOfItsOwn() throws IOException {
    for (String kind : List.of("none", "emulated")) {
      Set<Path> directories = new HashSet<>();
      for (Disk disk : choose(kind, 3).all()) {
        directories.add(disk.attach());
      }
      assertThat(directories).hasSize(3);
    }
    assertThat(choose("none", 1).all().get(0).attach())
        .isEqualTo(stateRoot.resolve("data/datanode"));
  }

  @Test
  void allEmulatedDisksAreThrottledAtOnce() throws IOException {
    Disks disks = choose("emulated", 2);
    disks.throttle(true);
    assertThat(EmulatedDisk.switchFile(stateRoot)).exists();
    assertThat(disks.limit(0.5)).isEqualTo(300);
    assertThat(disks.reads()).isEmpty();
    Disks.removeAll(stateRoot);
    assertThat(EmulatedDisk.switchFile(stateRoot)).doesNotExist();
  }

  /** A process that stops a cluster does not know how many disks it had. */
  @Test
  void whatADiskOfAnyNumberLeftIsRemoved() throws IOException {
    Files.createDirectories(stateRoot.resolve("disk"));
    Files.createDirectories(stateRoot.resolve("disk-11"));
    Files.createDirectories(stateRoot.resolve("disk-of-somebody"));
    Disks.removeAll(stateRoot);
    assertThat(stateRoot.resolve("disk")).doesNotExist();
    assertThat(stateRoot.resolve("disk-11")).doesNotExist();
    assertThat(stateRoot.resolve("disk-of-somebody")).exists();
  }

  @Test
  void severalDisksHaveRoomForAllDataEachAndShareThePageCache() {
    long data = 10L << 30;
    DiskSettings one = DiskSettings.forData(data);
    DiskSettings four = DiskSettings.forData(data, 4);
    assertThat(DiskSettings.forData(data, 1)).isEqualTo(one);
    assertThat(four.sizeBytes()).isGreaterThan(one.sizeBytes());
    assertThat(four.pageCacheBytes()).isEqualTo(one.pageCacheBytes() / 4);
    assertThat(four.readsPerSecond()).isEqualTo(one.readsPerSecond());
  }

  @Test
  void anotherKindIsRefused() {
    assertThatThrownBy(() -> choose("floppy", 2)).hasMessageContaining("disk is floppy; choose");
  }
}
