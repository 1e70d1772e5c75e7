package io.argus.cluster.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A disk whose reads the kernel throttles: a loop device under the DataNode, limited by a blkio
 * control group, with its page cache limited by a memory control group (cgroup v1, root). Threads
 * of the kernel write the page cache back, so a limit on writes is one of the root control group.
 *
 * <p>Used by one thread at a time.
 */
final class KernelThrottledDisk implements Disk {
  private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

  private final LoopDevice device;
  private final Path mountPoint;
  private final Path blkio;
  private final Path memory;
  private final DiskSettings settings;
  private final PageCacheLimit pageCache;

  /**
   * @param index which disk of the cluster, from 0
   */
  KernelThrottledDisk(Path stateRoot, int index, DiskSettings settings) {
    this.mountPoint = stateRoot.resolve("disk" + Disks.suffix(index));
    this.device =
        new LoopDevice(mountPoint.resolveSibling(mountPoint.getFileName() + ".img"), mountPoint);
    String group = group(stateRoot) + Disks.suffix(index);
    this.blkio = CGROUPS.resolve("blkio").resolve(group);
    this.memory = CGROUPS.resolve("memory").resolve(group);
    this.settings = settings;
    this.pageCache = new PageCacheLimit(memory, mountPoint, settings.pageCacheBytes());
  }

  private static String group(Path stateRoot) {
    return "argus-" + Integer.toHexString(stateRoot.toString().hashCode());
  }

  /** Removes what disks of that state directory left on the machine, however many they were. */
  static void removeAll(Path stateRoot) throws IOException {
    Set<Integer> found = new TreeSet<>(Set.of(0));
    found.addAll(indices(stateRoot, "disk", "(?:\\.img)?"));
    for (String controller : List.of("blkio", "memory")) {
      found.addAll(indices(CGROUPS.resolve(controller), group(stateRoot), ""));
    }
    for (int index : found) {
      new KernelThrottledDisk(stateRoot, index, DiskSettings.forData(0)).remove();
    }
  }

  /** The indices of disks with files of that name in a directory. */
  private static Set<Integer> indices(Path directory, String name, String end) throws IOException {
    Pattern pattern = Pattern.compile(Pattern.quote(name) + "-([0-9]{1,4})" + end);
    Set<Integer> indices = new TreeSet<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.list(directory)) {
        files
            .map(file -> pattern.matcher(file.getFileName().toString()))
            .filter(Matcher::matches)
            .forEach(matcher -> indices.add(Integer.parseInt(matcher.group(1))));
      }
    }
    return indices;
  }

  /** Whether this machine allows it: root, loop devices, cgroup v1 with blkio and memory. */
  static boolean isPossible() {
    if (!"root".equals(System.getProperty("user.name"))
        || !Files.exists(CGROUPS.resolve("blkio/blkio.throttle.read_iops_device"))
        || !Files.exists(CGROUPS.resolve("memory/memory.limit_in_bytes"))) {
      return false;
    }
    Path trial = CGROUPS.resolve("blkio/argus-trial-" + ProcessHandle.current().pid());
    try {
      Files.createDirectory(trial);
      Files.delete(trial);
    } catch (IOException e) {
      return false;
    }
    return Command.succeeds("losetup", "--find") && Command.succeeds("mkfs.ext4", "-V");
  }

  @Override
  public String name() {
    return "kernel";
  }

  @Override
  public Path attach() throws IOException {
    remove();
    Files.createDirectories(mountPoint);
    device.attach(settings.sizeBytes());
    return Files.createDirectories(mountPoint.resolve("datanode"));
  }

  @Override
  public void adopt(long dataNodePid) throws IOException {
    for (Path group : new Path[] {blkio, memory}) {
      Files.createDirectories(group);
      Files.writeString(group.resolve("cgroup.procs"), Long.toString(dataNodePid));
    }
  }

  @Override
  public void throttle(boolean on) throws IOException {
    Command.run("sync", "-f", mountPoint.toString());
    limitReads(on ? settings.readsPerSecond() : 0);
    if (settings.writeBytesPerSecond() > 0) {
      limitWrites(on ? settings.writeBytesPerSecond() : 0);
    }
    if (on) {
      // The DataNode's own memory is measured again, and the page cache may have what is beyond it.
      Files.writeString(memory.resolve("memory.force_empty"), "0");
      pageCache.hold();
    } else {
      pageCache.release();
    }
  }

  @Override
  public int limit(double part) throws IOException {
    int reads = settings.readsPerSecond(part);
    limitReads(reads);
    return reads;
  }

  private void limitReads(int perSecond) throws IOException {
    Files.writeString(
        blkio.resolve("blkio.throttle.read_iops_device"), device.number() + " " + perSecond);
  }

  private void limitWrites(long bytesPerSecond) throws IOException {
    Files.writeString(
        CGROUPS.resolve("blkio/blkio.throttle.write_bps_device"),
        device.number() + " " + bytesPerSecond);
  }

  @Override
  public boolean isFileSystem() {
    return true;
  }

  @Override
  public void fill(boolean full) throws IOException {
    device.fill(full);
  }

  @Override
  public OptionalLong reads() throws IOException {
    return OptionalLong.of(device.reads());
  }

  /** Removes what the disk left on the machine, if there is anything. */
  void remove() throws IOException {
    if (device.isAttached()) {
      limitWrites(0); // it would outlive the device
    }
    device.detach();
    for (Path group : new Path[] {blkio, memory}) {
      if (Files.isDirectory(group)) {
        Command.run("rmdir", group.toString());
      }
    }
  }
}
