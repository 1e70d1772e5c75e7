package io.argus.bench.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The disk under the DataNode: where its blocks lie and how its reads are limited.
 *
 * <p>Lifecycle: {@link #attach}, start the DataNode, {@link #adopt}, load data with the throttle
 * off, {@link #throttle} on, measure with {@link #dropCaches} before every run; {@link
 * Disks#removeAll}.
 *
 * <p>Used by one thread at a time.
 */
public interface Disk {

  /** {@code kernel}, {@code emulated} or {@code none}. */
  String name();

  /** Makes an empty disk and answers the directory for the DataNode's blocks. */
  Path attach() throws IOException;

  /** Puts the DataNode under this disk's limits. */
  void adopt(long dataNodePid) throws IOException;

  /** Starts or ends the limit on reads. */
  void throttle(boolean on) throws IOException;

  /**
   * Makes sure that the disk's limit can be changed.
   *
   * @throws IOException if it has none, with what to choose instead
   */
  default void requireLimit() throws IOException {}

  /**
   * Changes the limit of a throttled disk; the next {@link #throttle} takes that back.
   *
   * @param part of the reads per second it was made with
   * @return reads per second from now on
   */
  int limit(double part) throws IOException;

  /** Reads it has done so far; empty where they cannot be counted. */
  default OptionalLong reads() throws IOException {
    return OptionalLong.empty();
  }

  /** Empties the operating system's cache of this disk. */
  void dropCaches() throws IOException;

  /** Jars a region server needs for this disk. */
  default List<Path> regionServerJars() {
    return List.of();
  }

  /** Properties a region server needs for this disk. */
  default Map<String, String> regionServerSite() {
    return Map.of();
  }
}
