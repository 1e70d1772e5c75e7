package io.argus.cluster.disk;

import static io.argus.load.basics.Argument.require;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The disks of a cluster, all of one kind and size: one under each DataNode.
 *
 * <p>Used by one thread at a time.
 *
 * @param all in the order of the DataNodes
 */
public record Disks(List<Disk> all) {

  public Disks {
    all = List.copyOf(all);
    require(!all.isEmpty(), "number of disks", 0, "at least 1");
  }

  /** The disk of a cluster with a single DataNode. */
  public static Disks single(Disk disk) {
    return new Disks(List.of(disk));
  }

  /**
   * Disks of that kind.
   *
   * @param kind {@code kernel}, {@code emulated}, {@code none}, or {@code auto} for kernel where
   *     that is possible and emulated elsewhere
   * @param count how many
   * @param stateRoot state directory of the cluster
   * @param emulator what emulates a disk where the kernel cannot
   * @param settings of each
   */
  public static Disks choose(
      String kind, int count, Path stateRoot, EmulatedDisk.Emulator emulator, DiskSettings settings)
      throws IOException {
    boolean kernel = KernelThrottledDisk.isPossible();
    if (kind.equals("kernel") && !kernel) {
      throw new IOException(
          "disk is kernel, which needs root, loop devices and cgroup v1; choose emulated");
    }
    String chosen = kind.equals("auto") ? kernel ? "kernel" : "emulated" : kind;
    List<Disk> disks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Path directory = stateRoot.resolve("data/datanode" + suffix(i));
      disks.add(
          switch (chosen) {
            case "kernel" -> new KernelThrottledDisk(stateRoot, i, settings);
            case "emulated" ->
                new EmulatedDisk(directory, EmulatedDisk.switchFile(stateRoot), emulator, settings);
            case "none" -> new PlainDisk(directory);
            default ->
                throw new IOException(
                    "disk is " + kind + "; choose kernel, emulated, none or auto");
          });
    }
    return new Disks(disks);
  }

  /** What distinguishes the files of a disk from those of the first one. */
  static String suffix(int index) {
    return index == 0 ? "" : "-" + index;
  }

  /** Removes everything that disks of that state directory have left on the machine. */
  public static void removeAll(Path stateRoot) throws IOException {
    EmulatedDisk.removeFrom(stateRoot);
    KernelThrottledDisk.removeAll(stateRoot);
    SmallDisk.below(stateRoot).remove();
  }

  public int count() {
    return all.size();
  }

  /** {@code kernel}, {@code emulated} or {@code none}. */
  public String name() {
    return all.get(0).name();
  }

  /** See {@link Disk#throttle}. */
  public void throttle(boolean on) throws IOException {
    for (Disk disk : all) {
      disk.throttle(on);
    }
  }

  /** See {@link Disk#requireLimit}. */
  public void requireLimit() throws IOException {
    all.get(0).requireLimit();
  }

  /**
   * Changes the limit of each disk, see {@link Disk#limit}.
   *
   * @return the new limit of one disk in reads per second
   */
  public int limit(double part) throws IOException {
    int reads = 0;
    for (Disk disk : all) {
      reads = disk.limit(part);
    }
    return reads;
  }

  /** Reads of all disks so far; empty where they cannot be counted. */
  public OptionalLong reads() throws IOException {
    long sum = 0;
    for (Disk disk : all) {
      OptionalLong reads = disk.reads();
      if (reads.isEmpty()) {
        return reads;
      }
      sum += reads.getAsLong();
    }
    return OptionalLong.of(sum);
  }

  public List<Path> regionServerJars() {
    return all.get(0).regionServerJars();
  }

  public Map<String, String> regionServerSite() {
    return all.get(0).regionServerSite();
  }
}
