package io.argus.bench.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory on the disk the machine has, without any limit.
 *
 * <p>Thread-safe.
 */
public final class PlainDisk implements Disk {
  private final Path directory;

  public PlainDisk(Path directory) {
    this.directory = directory;
  }

  @Override
  public String name() {
    return "none";
  }

  @Override
  public Path attach() throws IOException {
    return Files.createDirectories(directory);
  }

  @Override
  public void adopt(long dataNodePid) {}

  @Override
  public void throttle(boolean on) {}

  @Override
  public void requireLimit() throws IOException {
    throw noLimit();
  }

  @Override
  public int limit(double part) throws IOException {
    throw noLimit();
  }

  private static IOException noLimit() {
    return new IOException("disk is none, which has no limit; choose kernel or emulated");
  }

  @Override
  public void dropCaches() {}
}
