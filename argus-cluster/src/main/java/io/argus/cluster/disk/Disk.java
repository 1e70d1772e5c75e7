package io.argus.cluster.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The disk under a DataNode: where its blocks lie and how its reads are limited.
 *
 * <p>Lifecycle: {@link #attach}, start the DataNode, {@link #adopt}, load data with the throttle
 * off, {@link #throttle} on before every run; at the end {@link Disks#removeAll}.
 *
 * <p>Used by one thread at a time.
 */
public interface Disk {

  /** {@code kernel}, {@code emulated} or {@code none}. */
  String name();

  /** Creates an empty disk and returns the directory for the DataNode's blocks. */
  Path attach() throws IOException;

  /** Puts the DataNode under this disk's limits. */
  default void adopt(long dataNodePid) throws IOException {}

  /** Starts the limit on reads, with empty page caches, or ends it. */
  default void throttle(boolean on) throws IOException {}

  /**
   * Checks that the disk has a limit that can be changed.
   *
   * @throws IOException if it has none, with what to choose instead
   */
  default void requireLimit() throws IOException {}

  /**
   * Changes the limit of a throttled disk; the next {@link #throttle} restores it.
   *
   * @param part of the disk's own limit
   * @return the new limit in reads per second
   */
  int limit(double part) throws IOException;

  /** Whether the disk can be {@linkplain #fill filled} without harm to others. */
  default boolean isFileSystem() {
    return false;
  }

  /**
   * Leaves no room on the disk, or makes room again.
   *
   * @throws IOException if it is no file system of its own
   */
  default void fill(boolean full) throws IOException {
    throw new IOException("disk is " + name() + ", which cannot be filled; choose kernel");
  }

  /** Reads of the disk so far; empty where they cannot be counted. */
  default OptionalLong reads() throws IOException {
    return OptionalLong.empty();
  }

  default List<Path> regionServerJars() {
    return List.of();
  }

  default Map<String, String> regionServerSite() {
    return Map.of();
  }
}
