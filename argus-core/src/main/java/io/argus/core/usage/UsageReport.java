package io.argus.core.usage;

import io.argus.core.page.ArgusPage;
import io.argus.core.settings.ServerSetup;
import io.argus.core.tenant.TenantId;
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
  private final @Nullable List<ClassUsage> classes;

  /**
   * What one class of a tenant's requests did, of a tenant that has several. Immutable; safe for
   * use by any thread.
   */
  public static final class ClassUsage {
    private final String tenant;
    private final String name;
    private final double operationsPerSecond;
    private final double waitFraction;
    private final double serviceFraction;

    /**
     * @param waitFraction waiting for a handler and for I/O admission, seconds per second
     * @param serviceFraction in handlers and reading from HDFS, seconds per second
     */
    public ClassUsage(
        TenantId tenant,
        String name,
        double operationsPerSecond,
        double waitFraction,
        double serviceFraction) {
      this.tenant = tenant.name();
      this.name = name;
      this.operationsPerSecond = operationsPerSecond;
      this.waitFraction = waitFraction;
      this.serviceFraction = serviceFraction;
    }

    public String tenant() {
      return tenant;
    }

    public String name() {
      return name;
    }

    public double operationsPerSecond() {
      return operationsPerSecond;
    }

    public double waitFraction() {
      return waitFraction;
    }

    public double serviceFraction() {
      return serviceFraction;
    }

    /** Whether it is as it should be; one that was read may be anything. */
    public boolean isSound() {
      return tenant != null
          && name != null
          && TenantId.isLegal(tenant)
          && TenantId.isLegal(name)
          && isFigure(operationsPerSecond)
          && isFigure(waitFraction)
          && isFigure(serviceFraction);
    }

    private static boolean isFigure(double value) {
      return value >= 0 && !Double.isInfinite(value);
    }
  }

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
    this.classes = null;
  }

  private UsageReport(
      UsageReport like,
      List<TenantUsage> tenants,
      @Nullable ServerCpu cpu,
      @Nullable ServerSetup setup,
      @Nullable List<ClassUsage> classes) {
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
    this.classes = classes;
  }

  /** Returns the same report with the setup of its server. */
  public UsageReport with(ServerSetup setup) {
    return new UsageReport(this, tenants, cpu, setup, classes);
  }

  /** Returns the same report with other tenants. */
  public UsageReport with(List<TenantUsage> others) {
    return new UsageReport(
        this, Collections.unmodifiableList(new ArrayList<>(others)), cpu, setup, classes);
  }

  /** Returns the same report with the CPU of its server. */
  public UsageReport with(ServerCpu others) {
    return new UsageReport(this, tenants, others, setup, classes);
  }

  /** Returns the same report with the classes of tenants that have several. */
  public UsageReport withClasses(List<ClassUsage> others) {
    List<ClassUsage> copy =
        others.isEmpty() ? null : Collections.unmodifiableList(new ArrayList<>(others));
    return new UsageReport(this, tenants, cpu, setup, copy);
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

  /** The classes of tenants that have several. */
  public List<ClassUsage> classes() {
    return classes == null ? Collections.emptyList() : classes;
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
