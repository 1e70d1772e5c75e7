package io.argus.core;

import io.argus.core.page.ArgusPage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one region server tells the master every few seconds: how its tenants used it, which plan it
 * applies and which of its hooks are at work.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class UsageReport {
  private final int version = ArgusPage.JSON_VERSION;
  private final String server;
  private final long endMillis;
  private final double windowSeconds;
  private final long planVersion;
  private final long cacheCapacityBytes;
  private final double hdfsCapacityBytesPerSecond;
  private final List<HookStatus> hooks;
  private final List<TenantUsage> tenants;
  private final long settingsVersion;
  private final @Nullable Map<String, String> settings;

  /**
   * @param server host, port and start code of the region server
   * @param endMillis end of the window, milliseconds since the epoch
   * @param planVersion version of the plan in force
   * @param cacheCapacityBytes size of the whole block cache
   * @param hdfsCapacityBytesPerSecond what HDFS is taken to sustain on this server; 0 if not known
   *     yet
   */
  public UsageReport(
      String server,
      long endMillis,
      double windowSeconds,
      long planVersion,
      long cacheCapacityBytes,
      double hdfsCapacityBytesPerSecond,
      List<HookStatus> hooks,
      List<TenantUsage> tenants) {
    this(
        server,
        endMillis,
        windowSeconds,
        planVersion,
        cacheCapacityBytes,
        hdfsCapacityBytesPerSecond,
        hooks,
        tenants,
        0,
        null);
  }

  private UsageReport(
      String server,
      long endMillis,
      double windowSeconds,
      long planVersion,
      long cacheCapacityBytes,
      double hdfsCapacityBytesPerSecond,
      List<HookStatus> hooks,
      List<TenantUsage> tenants,
      long settingsVersion,
      @Nullable Map<String, String> settings) {
    this.server = server;
    this.endMillis = endMillis;
    this.windowSeconds = windowSeconds;
    this.planVersion = planVersion;
    this.cacheCapacityBytes = cacheCapacityBytes;
    this.hdfsCapacityBytesPerSecond = hdfsCapacityBytesPerSecond;
    this.hooks = Collections.unmodifiableList(new ArrayList<>(hooks));
    this.tenants = Collections.unmodifiableList(new ArrayList<>(tenants));
    this.settingsVersion = settingsVersion;
    this.settings = settings;
  }

  /**
   * Returns this report with the settings that the server works with.
   *
   * @param versionInForce of the {@link SettingsOverrides}
   * @param texts of the keys that are set
   */
  public UsageReport withSettings(long versionInForce, Map<String, String> texts) {
    return new UsageReport(
        server,
        endMillis,
        windowSeconds,
        planVersion,
        cacheCapacityBytes,
        hdfsCapacityBytesPerSecond,
        hooks,
        tenants,
        versionInForce,
        Collections.unmodifiableMap(new TreeMap<>(texts)));
  }

  /** Version of the document that a report is. */
  public int version() {
    return version;
  }

  public String server() {
    return server;
  }

  public long endMillis() {
    return endMillis;
  }

  public double windowSeconds() {
    return windowSeconds;
  }

  public long planVersion() {
    return planVersion;
  }

  public long cacheCapacityBytes() {
    return cacheCapacityBytes;
  }

  public double hdfsCapacityBytesPerSecond() {
    return hdfsCapacityBytesPerSecond;
  }

  public List<HookStatus> hooks() {
    return hooks;
  }

  /** Version of the {@link SettingsOverrides} in force; 0 before there were any. */
  public long settingsVersion() {
    return settingsVersion;
  }

  /** The texts of the keys that are set on that server, by whatever means. */
  public Map<String, String> settings() {
    return settings == null ? Collections.emptyMap() : settings;
  }

  public List<TenantUsage> tenants() {
    return tenants;
  }
}
