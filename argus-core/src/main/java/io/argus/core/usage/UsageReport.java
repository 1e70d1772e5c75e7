package io.argus.core.usage;

import io.argus.core.page.ArgusPage;
import io.argus.core.settings.ServerSetup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one region server reports to the master every few seconds: how its tenants used it, which
 * plan it applies and the state of its components.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class UsageReport {
  private final int version;
  private final String server;
  private final long endMillis;
  private final double windowSeconds;
  private final long planVersion;
  private final long cacheCapacityBytes;
  private final double hdfsCapacityBytesPerSecond;
  private final List<ComponentStatus> components;
  private final List<TenantUsage> tenants;
  private final @Nullable ServerCpu cpu;
  private final @Nullable ServerSetup setup;

  /**
   * @param server host, port and start code of the region server
   * @param endMillis end of the window, milliseconds since the epoch
   * @param planVersion version of the plan in force
   * @param cacheCapacityBytes size of the whole block cache
   * @param hdfsCapacityBytesPerSecond what HDFS sustains on this server, as far as it is known; 0
   *     if it is not known yet
   */
  public UsageReport(
      String server,
      long endMillis,
      double windowSeconds,
      long planVersion,
      long cacheCapacityBytes,
      double hdfsCapacityBytesPerSecond,
      List<ComponentStatus> components,
      List<TenantUsage> tenants) {
    this.version = ArgusPage.JSON_VERSION;
    this.server = server;
    this.endMillis = endMillis;
    this.windowSeconds = windowSeconds;
    this.planVersion = planVersion;
    this.cacheCapacityBytes = cacheCapacityBytes;
    this.hdfsCapacityBytesPerSecond = hdfsCapacityBytesPerSecond;
    this.components = Collections.unmodifiableList(new ArrayList<>(components));
    this.tenants = Collections.unmodifiableList(new ArrayList<>(tenants));
    this.cpu = null;
    this.setup = null;
  }

  private UsageReport(
      UsageReport like,
      List<TenantUsage> tenants,
      @Nullable ServerCpu cpu,
      @Nullable ServerSetup setup) {
    this.version = like.version;
    this.server = like.server;
    this.endMillis = like.endMillis;
    this.windowSeconds = like.windowSeconds;
    this.planVersion = like.planVersion;
    this.cacheCapacityBytes = like.cacheCapacityBytes;
    this.hdfsCapacityBytesPerSecond = like.hdfsCapacityBytesPerSecond;
    this.components = like.components;
    this.tenants = tenants;
    this.cpu = cpu;
    this.setup = setup;
  }

  /** Returns the same report with the setup of its server. */
  public UsageReport with(ServerSetup setup) {
    return new UsageReport(this, tenants, cpu, setup);
  }

  /** Returns the same report with other tenants. */
  public UsageReport with(List<TenantUsage> others) {
    return new UsageReport(this, Collections.unmodifiableList(new ArrayList<>(others)), cpu, setup);
  }

  /** Returns the same report with the CPU of its server. */
  public UsageReport with(ServerCpu others) {
    return new UsageReport(this, tenants, others, setup);
  }

  /** Version of the format. */
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

  public List<ComponentStatus> components() {
    return components;
  }

  public List<TenantUsage> tenants() {
    return tenants;
  }

  /** {@link ServerCpu#UNKNOWN} if the server does not say. */
  public ServerCpu cpu() {
    return cpu == null ? ServerCpu.UNKNOWN : cpu;
  }

  /** {@link ServerSetup#UNKNOWN} if the server does not say. */
  public ServerSetup setup() {
    return setup == null ? ServerSetup.UNKNOWN : setup;
  }
}
