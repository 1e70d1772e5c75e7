package io.argus.bench.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * A disk that a file system inside the region server slows down, for those who are not root.
 *
 * <p>Used by one thread at a time.
 */
public final class EmulatedDisk implements Disk {
  /**
   * The class that makes a region server's HDFS client wait for the disk.
   *
   * @param jars jars that hold it
   * @param key the key of Hadoop that loads it
   *     <p>Immutable.
   */
  public record Emulator(List<Path> jars, String key, String className) {}

  private final Path directory;
  private final Path switchFile;
  private final Emulator emulator;
  private final DiskSettings settings;

  /** A disk whose blocks lie below the directory. */
  public EmulatedDisk(Path directory, Path stateRoot, Emulator emulator, DiskSettings settings) {
    this.directory = directory;
    this.switchFile = switchFile(stateRoot);
    this.emulator = emulator;
    this.settings = settings;
  }

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
  public void adopt(long dataNodePid) {}

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

  @Override
  public void dropCaches() {
    // Every read of the region server waits for this disk, whatever the system has cached.
  }

  /** Gives back everything such a disk took from the machine; harmless when there is nothing. */
  static void removeFrom(Path stateRoot) throws IOException {
    Files.deleteIfExists(switchFile(stateRoot));
  }

  private static Path switchFile(Path stateRoot) {
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
        "argus.bench.disk.reads.per.second",
        Integer.toString(settings.readsPerSecond()),
        "argus.bench.disk.switch",
        switchFile.toString());
  }
}
