package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.core.settings.ServerSetup;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The files by which the region servers of this host are switched off and on, as these servers
 * report them.
 *
 * <p>Used by one thread.
 */
final class HostSwitch {
  private static final long POLL_MILLIS = 50;

  private final boolean on;

  HostSwitch(boolean on) {
    this.on = on;
  }

  /** Whether a region server's host, as its name has it, is this one. */
  static boolean isHere(String server) {
    try {
      InetAddress address = InetAddress.getByName(server.split(",", 2)[0]);
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The files of the region servers of this host.
   *
   * @param name that they have; ZooKeeper may be open to everybody, and what a report says must not
   *     make an administrator create or delete just any file
   */
  static Set<Path> files(Collection<UsageReport> reports, Path name) {
    Set<Path> files = new TreeSet<>();
    for (UsageReport report : reports) {
      Path file = Paths.get(report.setup().offFile());
      if (isHere(report.server()) && file.isAbsolute() && name.equals(file.getFileName())) {
        files.add(file);
      }
    }
    return files;
  }

  /** Creates the file to switch off, or deletes it to switch on; returns whether it had to. */
  boolean change(Path file) throws IOException {
    boolean exists = Files.exists(file);
    if (on && exists) {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > 0) {
        throw new IOException(
            file + " is no empty file, such as 'argus off --local' makes: delete it yourself");
      }
      Files.delete(file);
    } else if (!on && !exists) {
      Files.createFile(file);
    }
    return on == exists;
  }

  /**
   * Waits until the live region servers of this host say that they have followed.
   *
   * @return by server whether it has; empty if none of this host is live
   */
  Map<String, Boolean> await(LiveCluster live, long timeoutNanos)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      Map<String, UsageReport> reports = live.readReports().readable();
      Map<String, Boolean> followed = new TreeMap<>();
      for (String server : live.liveServers()) {
        if (isHere(server)) {
          UsageReport report = reports.get(server);
          followed.put(server, report != null && hasFollowed(report.setup()));
        }
      }
      if (!followed.containsValue(false) || System.nanoTime() - start > timeoutNanos) {
        return followed;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private boolean hasFollowed(ServerSetup setup) {
    return !setup.offFile().isEmpty() && setup.isSwitchedOff() == !on;
  }
}
