package io.argus.bench.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A disk that a file system inside the region server slows down, for those who are not root.
 *
 * <p>Used by one thread at a time.
 */
public final class EmulatedDisk implements Disk {
  private final Path directory;
  private final Path switchFile;
  private final Path jar;
  private final DiskSettings settings;

  /**
   * A disk whose blocks lie below the directory.
   *
   * @param jar the jar that holds the file system for the region server
   */
  public EmulatedDisk(Path directory, Path stateRoot, Path jar, DiskSettings settings) {
    this.directory = directory;
    this.switchFile = stateRoot.resolve("disk.throttled");
    this.jar = jar;
    this.settings = settings;
  }

  @Override
  public String name() {
    return "emulated";
  }

  @Override
  public Path attach() throws IOException {
    remove();
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
  public void dropCaches() {
    // Every read of the region server waits for this disk, whatever the system has cached.
  }

  /** Gives back everything the disk took from the machine; harmless when there is nothing. */
  void remove() throws IOException {
    Files.deleteIfExists(switchFile);
  }

  @Override
  public List<Path> regionServerJars() {
    return List.of(jar);
  }

  @Override
  public Map<String, String> regionServerSite() {
    return Map.of(
        "fs.hdfs.impl", "io.argus.bench.hbase2.SlowDiskFileSystem",
        "argus.bench.disk.reads.per.second", Integer.toString(settings.readsPerSecond()),
        "argus.bench.disk.switch", switchFile.toString());
  }
}
