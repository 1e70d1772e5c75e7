package io.argus.cluster.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory on the machine's own disk, without any limit. */
public record PlainDisk(Path directory) implements Disk {

  @Override
  public String name() {
    return "none";
  }

  @Override
  public Path attach() throws IOException {
    return Files.createDirectories(directory);
  }

  @Override
  public void requireLimit() throws IOException {
    throw new IOException("disk is none, which has no limit; choose kernel or emulated");
  }

  @Override
  public int limit(double part) throws IOException {
    requireLimit();
    return 0;
  }
}
