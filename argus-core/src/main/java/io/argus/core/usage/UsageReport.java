package io.argus.core.usage;

import io.argus.core.page.ArgusPage;
import io.argus.core.settings.ServerSetup;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one region server reports to the master every few seconds: how its tenants used it, which
 * plan it applies and the state of its components.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class UsageReport {
  /** Amounts of a {@link Runaway}. */
  private static final int USED = 4;

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
  private final @Nullable List<Runaway> runaways;

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
    private final double capFraction;
    private final double cappedPerSecond;
    private final double capWaitFraction;

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
      this(tenant.name(), name, operationsPerSecond, waitFraction, serviceFraction, 0, 0, 0);
    }

    private ClassUsage(
        String tenant,
        String name,
        double operationsPerSecond,
        double waitFraction,
        double serviceFraction,
        double capFraction,
        double cappedPerSecond,
        double capWaitFraction) {
      this.tenant = tenant;
      this.name = name;
      this.operationsPerSecond = operationsPerSecond;
      this.waitFraction = waitFraction;
      this.serviceFraction = serviceFraction;
      this.capFraction = capFraction;
      this.cappedPerSecond = cappedPerSecond;
      this.capWaitFraction = capWaitFraction;
    }

    /**
     * Returns the same usage, under a cap of the class.
     *
     * @param part of the cap that it uses; above 1 in a burst
     * @param heldPerSecond requests that had to wait because of it, or were sent away
     * @param capWait waiting for it or for the tenant's, seconds per second
     */
    public ClassUsage withCap(double part, double heldPerSecond, double capWait) {
      return new ClassUsage(
          tenant,
          name,
          operationsPerSecond,
          waitFraction,
          serviceFraction,
          part,
          heldPerSecond,
          capWait);
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

    /** Part of its cap that it uses; above 1 in a burst, 0 without one. */
    public double capFraction() {
      return capFraction;
    }

    /** Requests that had to wait because of its cap, or were sent away. */
    public double cappedPerSecond() {
      return cappedPerSecond;
    }

    /** Requests that wait for its cap or its tenant's, on average. */
    public double capWaitFraction() {
      return capWaitFraction;
    }

    /** Whether it is as it should be; one that was read may be anything. */
    public boolean isSound() {
      return tenant != null
          && name != null
          && TenantId.isLegal(tenant)
          && TenantId.isLegal(name)
          && isFigure(operationsPerSecond)
          && isFigure(waitFraction)
          && isFigure(serviceFraction)
          && isFigure(capFraction)
          && isFigure(cappedPerSecond)
          && isFigure(capWaitFraction);
    }

    private static boolean isFigure(double value) {
      return value >= 0 && !Double.isInfinite(value);
    }
  }

  /**
   * Requests that exceeded a limit of {@link io.argus.core.tenant.RunawayRules}: those of one rule,
   * user, client, table and filter together. Immutable; safe for use by any thread.
   */
  public static final class Runaway {
    /** What was done about it. */
    public static final String LISTED = "listed";

    public static final String COOLED_DOWN = "cooled down";
    public static final String STOPPED = "stopped";

    private static final int MAX_LENGTH = 512;

    private final String tenant;
    private final String rule;
    private final String done;
    private final String kind;
    private final String user;
    private final String host;
    private final String table;
    private final String filter;
    private final long[] used;
    private final long millis;
    private final long times;

    private Runaway(
        String[] what,
        String user,
        String host,
        String table,
        String filter,
        long[] used,
        long millis,
        long times) {
      this.tenant = what[0];
      this.rule = what[1];
      this.done = what[2];
      this.kind = what[3];
      this.user = user;
      this.host = host;
      this.table = table;
      this.filter = filter;
      this.used = used;
      this.millis = millis;
      this.times = times;
    }

    /**
     * Returns one request of which only that is known so far.
     *
     * @param rule as it is written
     * @param done {@link #LISTED}, {@link #COOLED_DOWN} or {@link #STOPPED}
     * @param millis milliseconds since the epoch
     */
    public static Runaway of(
        TenantId tenant, String rule, String done, RequestKind kind, long millis) {
      String[] what = {tenant.name(), rule, done, kind.name().toLowerCase(Locale.ROOT)};
      return new Runaway(what, "", "", "", "", new long[USED], millis, 1);
    }

    private String[] what() {
      return new String[] {tenant, rule, done, kind};
    }

    /** Returns it with who made the request, from where; each empty if not known. */
    public Runaway from(String newUser, String newHost) {
      return new Runaway(
          what(), Shortened.of(newUser), Shortened.of(newHost), table, filter, used, millis, times);
    }

    /** Returns it with its table and the class of its filter; each empty if not known. */
    public Runaway on(String newTable, String newFilter) {
      return new Runaway(
          what(), user, host, Shortened.of(newTable), Shortened.of(newFilter), used, millis, times);
    }

    /** Returns it with what it had used when it was noticed. */
    public Runaway used(long rows, long bytes, long handlerMillis, long cpuMillis) {
      long[] amounts = {rows, bytes, handlerMillis, cpuMillis};
      return new Runaway(what(), user, host, table, filter, amounts, millis, times);
    }

    /** Returns it together with earlier ones that are {@link #isLike} it. */
    public Runaway after(Runaway earlier) {
      return new Runaway(what(), user, host, table, filter, used, millis, times + earlier.times);
    }

    /** Whether they differ in time and in what they used only. */
    public boolean isLike(Runaway other) {
      return Arrays.equals(what(), other.what())
          && user.equals(other.user)
          && host.equals(other.host)
          && table.equals(other.table)
          && filter.equals(other.filter);
    }

    public String tenant() {
      return tenant;
    }

    /** The rule, as it is written. */
    public String rule() {
      return rule;
    }

    /** {@link #LISTED}, {@link #COOLED_DOWN} or {@link #STOPPED}. */
    public String done() {
      return done;
    }

    /** Name of a {@link RequestKind}, in lower case. */
    public String kind() {
      return kind;
    }

    public String user() {
      return user;
    }

    /** Address of the client. */
    public String host() {
      return host;
    }

    public String table() {
      return table;
    }

    /** Class of the filter of a scan; empty if it has none. */
    public String filter() {
      return filter;
    }

    public long rows() {
      return used[0];
    }

    /** Of blocks, from HDFS or from the cache. */
    public long bytes() {
      return used[1];
    }

    public long handlerMillis() {
      return used[2];
    }

    public long cpuMillis() {
      return used[3];
    }

    /** When the last one was noticed, milliseconds since the epoch. */
    public long millis() {
      return millis;
    }

    /** How many there were since the server started, or since this was forgotten. */
    public long times() {
      return times;
    }

    /** Whether it is as it should be; one that was read may be anything. */
    public boolean isSound() {
      return tenant != null
          && TenantId.isLegal(tenant)
          && used != null
          && used.length == USED
          && Stream.of(rule, done, kind, user, host, table, filter)
              .allMatch(text -> text != null && text.length() <= MAX_LENGTH);
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
    this.runaways = null;
  }

  private UsageReport(
      UsageReport like,
      List<TenantUsage> tenants,
      @Nullable ServerCpu cpu,
      @Nullable ServerSetup setup,
      @Nullable List<ClassUsage> classes,
      @Nullable List<Runaway> runaways) {
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
    this.runaways = runaways;
  }

  /** Returns the same report with the setup of its server. */
  public UsageReport with(ServerSetup setup) {
    return new UsageReport(this, tenants, cpu, setup, classes, runaways);
  }

  /** Returns the same report with other tenants. */
  public UsageReport with(List<TenantUsage> others) {
    return new UsageReport(
        this, Collections.unmodifiableList(new ArrayList<>(others)), cpu, setup, classes, runaways);
  }

  /** Returns the same report with the CPU of its server. */
  public UsageReport with(ServerCpu others) {
    return new UsageReport(this, tenants, others, setup, classes, runaways);
  }

  /** Returns the same report with the classes of tenants that have several. */
  public UsageReport withClasses(List<ClassUsage> others) {
    List<ClassUsage> copy =
        others.isEmpty() ? null : Collections.unmodifiableList(new ArrayList<>(others));
    return new UsageReport(this, tenants, cpu, setup, copy, runaways);
  }

  /** Returns the same report with requests that exceeded limits lately. */
  public UsageReport withRunaways(List<Runaway> others) {
    List<Runaway> copy =
        others.isEmpty() ? null : Collections.unmodifiableList(new ArrayList<>(others));
    return new UsageReport(this, tenants, cpu, setup, classes, copy);
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

  /** Requests that exceeded limits lately, the last first; a bounded number. */
  public List<Runaway> runaways() {
    return runaways == null ? Collections.emptyList() : runaways;
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
