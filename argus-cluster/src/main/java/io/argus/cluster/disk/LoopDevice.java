package io.argus.cluster.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An ext4 file system in a file, mounted through a loop device.
 *
 * <p>Found again by the paths of image and mount point alone. Used by one thread at a time.
 */
final class LoopDevice {
  private static final String READ_AHEAD_KILOBYTES = "128";
  private static final long SMALL_ROOM_BYTES = 4L << 20;
  private static final int BLOCK_BYTES = 4096;
  private static final int DETACH_ATTEMPTS = 50;
  private static final long PAUSE_MILLIS = 100;

  private final Path image;
  private final Path mountPoint;

  /** The device's directory below /sys; null until it is first needed. */
  private @Nullable Path attached;

  LoopDevice(Path image, Path mountPoint) {
    this.image = image;
    this.mountPoint = mountPoint;
  }

  /** Creates an empty file system of that size and mounts it. */
  void attach(long bytes) throws IOException {
    detach();
    Files.createDirectories(mountPoint);
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(bytes);
    }
    Command.run("mkfs.ext4", "-q", "-F", "-m", "0", image.toString());
    String device = loop();
    Files.writeString(system(device).resolve("queue/read_ahead_kb"), READ_AHEAD_KILOBYTES);
    Command.run("mount", "-o", "noatime", device, mountPoint.toString());
  }

  /** Unmounts, detaches and deletes it, if there is anything. */
  void detach() throws IOException {
    attached = null;
    for (int attempt = 0; isMounted(); attempt++) {
      if (!Command.succeeds("umount", mountPoint.toString()) && attempt == DETACH_ATTEMPTS) {
        throw new IOException("cannot unmount " + mountPoint + ": it is in use");
      }
      pause();
    }
    if (Files.exists(image)) {
      for (String device : devices()) {
        Command.run("losetup", "-d", device);
      }
    }
    Files.deleteIfExists(image);
    Files.deleteIfExists(mountPoint);
  }

  /** Leaves no room on the mounted file system, or makes room again. */
  void fill(boolean full) throws IOException {
    Path filler = mountPoint.resolve("filler");
    Files.deleteIfExists(filler);
    if (!full) {
      return;
    }
    long room = Files.getFileStore(mountPoint).getUsableSpace();
    if (room > SMALL_ROOM_BYTES) {
      long most = room - SMALL_ROOM_BYTES; // all of it may be refused
      Command.run("fallocate", "-l", Long.toString(most), filler.toString());
    }
    try (OutputStream rest =
        Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      byte[] block = new byte[BLOCK_BYTES];
      while (true) {
        rest.write(block);
      }
    } catch (IOException e) {
      if (Files.getFileStore(mountPoint).getUsableSpace() >= BLOCK_BYTES) {
        throw e;
      }
    }
  }

  /** The device's number as cgroups write it, such as {@code 7:0}. */
  String number() throws IOException {
    return Files.readString(system().resolve("dev")).trim();
  }

  /** Reads that the device has completed. */
  long reads() throws IOException {
    String statistics = Files.readString(system().resolve("stat")).trim();
    return Long.parseLong(statistics.substring(0, statistics.indexOf(' ')));
  }

  boolean isAttached() throws IOException {
    return Files.exists(image) && !devices().isEmpty();
  }

  private Path system() throws IOException {
    Path known = attached;
    if (known == null) {
      List<String> devices = devices();
      if (devices.isEmpty()) {
        throw new IOException("no loop device holds " + image);
      }
      known = system(devices.get(0));
      attached = known;
    }
    return known;
  }

  private static Path system(String device) {
    return Path.of("/sys/block", device.substring(device.lastIndexOf('/') + 1));
  }

  /** Bypasses the page cache of the disk below where possible, because that would hide reads. */
  private String loop() throws IOException {
    String file = image.toString();
    try {
      return Command.run("losetup", "--find", "--show", "--direct-io=on", file);
    } catch (IOException e) {
      return Command.run("losetup", "--find", "--show", file);
    }
  }

  private List<String> devices() throws IOException {
    List<String> devices = new ArrayList<>();
    String listed =
        Command.run("losetup", "--noheadings", "--output", "NAME", "-j", image.toString());
    listed.lines().map(String::trim).filter(line -> !line.isEmpty()).forEach(devices::add);
    return devices;
  }

  private boolean isMounted() throws IOException {
    String wanted = " " + mountPoint + " ";
    return Files.readString(Path.of("/proc/self/mounts"))
        .lines()
        .anyMatch(line -> line.contains(wanted));
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while unmounting", e);
    }
  }
}
