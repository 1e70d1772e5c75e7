package io.argus.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What {@code hbase-site.xml} says of some keys of HBase, and the machine that the doctor runs on.
 *
 * <p>Immutable.
 */
public final class HBaseSite {
  private final Map<String, String> keys;
  private final boolean runsHere;
  private final long memoryBytes;

  /**
   * @param keys values of BucketCache's keys and of those in {@link
   *     io.argus.cli.install.IneffectiveKey}, of those that are set
   * @param runsHere whether a region server of the cluster runs on this machine, so that files and
   *     memory of this machine count
   * @param memoryBytes physical memory of this machine
   */
  public HBaseSite(Map<String, String> keys, boolean runsHere, long memoryBytes) {
    this.keys = Collections.unmodifiableMap(new TreeMap<>(keys));
    this.runsHere = runsHere;
    this.memoryBytes = memoryBytes;
  }

  public Map<String, String> keys() {
    return keys;
  }

  public boolean runsHere() {
    return runsHere;
  }

  public long memoryBytes() {
    return memoryBytes;
  }

  /** With the figures of this machine. */
  static HBaseSite here(Map<String, String> keys, Collection<String> liveServers) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new HBaseSite(
        keys,
        liveServers.stream().anyMatch(HBaseSite::isHere),
        system.getTotalPhysicalMemorySize());
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
