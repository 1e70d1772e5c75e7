package io.argus.master.status;

import com.google.gson.annotations.SerializedName;
import io.argus.core.settings.ServerSetup;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.monitor.ServerLoad;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One region server's line of a {@link ClusterStatus}.
 *
 * <p>Immutable; safe for use by any thread.
 */
@SuppressWarnings("UnusedVariable") // Some fields are only in the JSON.
public final class ServerStatus {
  private final @Nullable String server;
  private final long planVersion;
  private final long cacheCapacityBytes;
  private final double hdfsCapacityBytesPerSecond;
  private final long settingsVersion;
  private final List<ComponentStatus> components;

  @SerializedName(value = "cpu", alternate = "processors")
  private final @Nullable ServerCpu cpu;

  private final @Nullable String page;
  private final ServerLoad.@Nullable Bottleneck bottleneck;
  private final @Nullable ServerSetup setup;

  private ServerStatus(UsageReport report, String page) {
    server = report.server();
    planVersion = report.planVersion();
    cacheCapacityBytes = report.cacheCapacityBytes();
    hdfsCapacityBytesPerSecond = report.hdfsCapacityBytesPerSecond();
    settingsVersion = report.setup().settingsVersion();
    components = report.components();
    cpu = report.cpu();
    this.page = page;
    bottleneck = ServerLoad.of(report).bottleneck();
    setup = report.setup();
  }

  /**
   * @param pages address of a server's web UI, empty if it is not known
   */
  static List<ServerStatus> of(ClusterUsage usage, UnaryOperator<String> pages) {
    List<ServerStatus> servers = new ArrayList<>();
    usage
        .reports()
        .forEach(report -> servers.add(new ServerStatus(report, pages.apply(report.server()))));
    return servers;
  }

  /** Whether tools can show it; of an earlier version's status it may lack much. */
  boolean isSound() {
    return components().stream().allMatch(c -> c != null && c.isComplete())
        && (setup == null || setup.isComplete());
  }

  /** Empty if the status does not say. */
  public String server() {
    return server == null ? "" : server;
  }

  /** Version of the plan that it applies. */
  public long planVersion() {
    return planVersion;
  }

  public long cacheCapacityBytes() {
    return cacheCapacityBytes;
  }

  public double hdfsCapacityBytesPerSecond() {
    return hdfsCapacityBytesPerSecond;
  }

  boolean hasFailure() {
    return components().stream().anyMatch(c -> c.state() == ComponentStatus.State.FAILED);
  }

  /** How Argus is set up there; {@link ServerSetup#UNKNOWN} if the status does not say. */
  public ServerSetup setup() {
    return setup == null ? ServerSetup.UNKNOWN : setup;
  }

  public ServerCpu cpu() {
    return cpu == null ? ServerCpu.UNKNOWN : cpu;
  }

  /** Address of its web UI, such as {@code http://host:16030}; empty if it is not known. */
  public String page() {
    return page == null ? "" : page;
  }

  /** What limits it; NONE if it is not known. */
  public ServerLoad.Bottleneck bottleneck() {
    return bottleneck == null ? ServerLoad.Bottleneck.NONE : bottleneck;
  }

  public List<ComponentStatus> components() {
    return components == null ? Collections.emptyList() : components;
  }
}
