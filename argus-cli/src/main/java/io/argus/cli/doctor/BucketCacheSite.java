package io.argus.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code hbase-site.xml} says of BucketCache, and the machine that the doctor runs on.
 *
 * <p>Immutable.
 *
 * @param keys BucketCache's properties, by key
 * @param runsHere whether a region server of the cluster runs on this machine, so that files and
 *     memory of this machine count
 * @param memoryBytes physical memory of this machine
 */
public record BucketCacheSite(Map<String, String> keys, boolean runsHere, long memoryBytes) {

  public BucketCacheSite {
    keys = Map.copyOf(keys);
  }

  /** With the figures of this machine. */
  static BucketCacheSite here(Map<String, String> keys, Collection<String> liveServers) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new BucketCacheSite(
        keys, liveServers.stream().anyMatch(BucketCacheSite::isHere), system.getTotalMemorySize());
  }

  /** Whether the host in a server's name is this machine; no if it cannot be resolved. */
  private static boolean isHere(String server) {
    try {
      InetAddress address = InetAddress.getByName(server.split(",", 2)[0]);
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** A property's value; nothing if it is missing or empty. */
  Optional<String> value(String key) {
    return Optional.ofNullable(keys.get(key)).filter(value -> !value.isEmpty());
  }
}
