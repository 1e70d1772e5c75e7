package io.argus.cluster.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * A disk that is emulated inside the region server's HDFS client, for users who are not root.
 *
 * @param directory where the blocks lie
 * @param switchFile exists while the disk is throttled
 */
public record EmulatedDisk(
    Path directory, Path switchFile, EmulatedDisk.Emulator emulator, DiskSettings settings)
    implements Disk {

  /**
   * The class that makes a region server's HDFS client wait for the disk.
   *
   * @param jars jars that hold it
   * @param key the Hadoop property that names the class
   */
  public record Emulator(List<Path> jars, String key, String className) {}

  @Override
  public String name() {
    return "emulated";
  }

  @Override
  public Path attach() throws IOException {
    Files.deleteIfExists(switchFile);
    return Files.createDirectories(directory);
  }

  @Override
  public void throttle(boolean on) throws IOException {
    if (on) {
      Files.writeString(switchFile, "");
    } else {
      Files.deleteIfExists(switchFile);
    }
  }

  @Override
  public int limit(double part) throws IOException {
    int reads = settings.readsPerSecond(part);
    Path written = switchFile.resolveSibling(switchFile.getFileName() + ".new");
    Files.writeString(written, Integer.toString(reads));
    Files.move(written, switchFile, StandardCopyOption.ATOMIC_MOVE);
    return reads;
  }

  /** Removes what such a disk left on the machine, if there is anything. */
  static void removeFrom(Path stateRoot) throws IOException {
    Files.deleteIfExists(switchFile(stateRoot));
  }

  static Path switchFile(Path stateRoot) {
    return stateRoot.resolve("disk.throttled");
  }

  @Override
  public List<Path> regionServerJars() {
    return emulator.jars();
  }

  @Override
  public Map<String, String> regionServerSite() {
    return Map.of(
        emulator.key(),
        emulator.className(),
        "argus.cluster.disk.reads.per.second",
        Integer.toString(settings.readsPerSecond()),
        "argus.cluster.disk.switch",
        switchFile.toString());
  }
}
