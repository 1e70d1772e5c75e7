package io.argus.cluster.disk;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A small file system of its own, for files of servers other than blocks. It needs root and loop
 * devices. A state directory has at most one; it goes with the cluster.
 *
 * <p>Used by one thread at a time.
 */
public final class SmallDisk {
  private static final long BYTES = 64L << 20;

  private final Path mountPoint;
  private final LoopDevice device;

  private SmallDisk(Path mountPoint) {
    this.mountPoint = mountPoint;
    this.device =
        new LoopDevice(mountPoint.resolveSibling(mountPoint.getFileName() + ".img"), mountPoint);
  }

  /** The small disk of a state directory, attached or not. */
  public static SmallDisk below(Path stateRoot) {
    return new SmallDisk(stateRoot.resolve("small"));
  }

  /** Whether this machine allows it. */
  public static boolean isPossible() {
    return "root".equals(System.getProperty("user.name"))
        && Command.succeeds("losetup", "--find")
        && Command.succeeds("mkfs.ext4", "-V");
  }

  /** Mounts it, empty, and returns its directory. */
  public Path attach() throws IOException {
    device.attach(BYTES);
    return mountPoint;
  }

  /** Leaves no room, or makes room again. */
  public void fill(boolean full) throws IOException {
    device.fill(full);
  }

  /** Removes it, if it is there. Whoever uses it must have ended. */
  void remove() throws IOException {
    device.detach();
  }
}
