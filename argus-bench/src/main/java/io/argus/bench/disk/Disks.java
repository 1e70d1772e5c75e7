package io.argus.bench.disk;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Chooses the disk for a machine, and gives back what any disk may have left behind.
 *
 * <p>Thread-safe.
 */
public final class Disks {
  private Disks() {}

  /**
   * The disk of that kind.
   *
   * @param kind {@code kernel}, {@code emulated}, {@code none}, or {@code auto} for the kernel's
   *     where that is possible and else the emulated one
   * @param stateRoot state directory of the cluster
   * @param emulator what emulates a disk where the kernel cannot
   */
  public static Disk choose(
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
      case "emulated" -> new EmulatedDisk(directory, stateRoot, emulator, settings);
      case "none" -> new PlainDisk(directory);
      default ->
          throw new IOException("disk is " + kind + "; choose kernel, emulated, none or auto");
    };
  }

  /** Gives back whatever a disk of that state directory still holds. */
  public static void removeAll(Path stateRoot) throws IOException {
    DiskSettings any = DiskSettings.forData(0);
    EmulatedDisk.removeFrom(stateRoot);
    new KernelThrottledDisk(stateRoot, any).remove();
  }
}
