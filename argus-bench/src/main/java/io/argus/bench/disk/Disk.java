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
 * off, {@link #throttle} on before every run; at the end {@link #removeAll}.
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

  /**
   * The disk of that kind.
   *
   * @param kind {@code kernel}, {@code emulated}, {@code none}, or {@code auto} for kernel where
   *     that is possible and emulated elsewhere
   * @param stateRoot state directory of the cluster
   * @param emulator what emulates a disk where the kernel cannot
   */
  static Disk choose(
      String kind, Path stateRoot, EmulatedDisk.Emulator emulator, DiskSettings settings)
      throws IOException {
    Path directory = stateRoot.resolve("data/datanode");
    return switch (kind) {
      case "auto" ->
          choose(
              KernelThrottledDisk.isPossible() ? "kernel" : "emulated",
              stateRoot,
              emulator,
              settings);
      case "kernel" -> {
        if (!KernelThrottledDisk.isPossible()) {
          throw new IOException(
              "disk is kernel, which needs root, loop devices and cgroup v1; choose emulated");
        }
        yield new KernelThrottledDisk(stateRoot, settings);
      }
      case "emulated" ->
          new EmulatedDisk(directory, EmulatedDisk.switchFile(stateRoot), emulator, settings);
      case "none" -> new PlainDisk(directory);
      default ->
          throw new IOException("disk is " + kind + "; choose kernel, emulated, none or auto");
    };
  }

  /** Removes everything that a disk of that state directory has left on the machine. */
  static void removeAll(Path stateRoot) throws IOException {
    EmulatedDisk.removeFrom(stateRoot);
    new KernelThrottledDisk(stateRoot, DiskSettings.forData(0)).remove();
  }
}
