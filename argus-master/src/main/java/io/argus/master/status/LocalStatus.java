package io.argus.master.status;

import com.google.gson.annotations.SerializedName;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One tenant on one region server, as a {@link TenantStatus} reports it. Figures are rounded, so
 * that a status of many tenants stays small.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class LocalStatus {
  private final @Nullable String server;
  private final double cacheShare;
  private final double hdfsShare;

  private final double usedCacheShare;
  private final double usedHdfsShare;

  private final double demandShare;
  private final double operationsPerSecond;

  // Only in the JSON: the first one if it is not the tenant's, the others if they are not 0.
  @SuppressWarnings("UnusedVariable")
  private final @Nullable Double cpuShare;

  @SuppressWarnings("UnusedVariable")
  private final @Nullable Double usedCpuShare;

  @SuppressWarnings("UnusedVariable")
  private final @Nullable Double cappedPerSecond;

  @SuppressWarnings("UnusedVariable")
  private final @Nullable Double capWaitFraction;

  @SerializedName(value = "throughputLoss", alternate = "throughputViolation")
  private final double throughputLoss;

  private LocalStatus(
      PartModel part,
      double throughputLoss,
      Optional<Reservation> guaranteed,
      @Nullable Double cpuShare,
      ClusterUsage.@Nullable Local used) {
    server = part.server();
    cacheShare = rounded(guaranteed.map(Reservation::cacheShare).orElse(0.0));
    hdfsShare = rounded(guaranteed.map(Reservation::hdfsShare).orElse(0.0));
    usedCacheShare = used == null ? 0 : rounded(used.cacheShare());
    usedHdfsShare = used == null ? 0 : rounded(used.hdfsShare());
    demandShare = rounded(part.demandShare());
    operationsPerSecond =
        used == null ? 0 : Math.rint(used.usage().totalOperationsPerSecond() * 10) / 10;
    this.cpuShare = cpuShare;
    usedCpuShare = unlessZero(used == null ? 0 : used.cpuShare());
    cappedPerSecond = unlessZero(used == null ? 0 : used.usage().get(Figure.CAPPED));
    capWaitFraction = unlessZero(used == null ? 0 : used.usage().get(Figure.CAP_WAIT));
    this.throughputLoss = rounded(throughputLoss);
  }

  private static @Nullable Double unlessZero(double figure) {
    double value = rounded(figure);
    return value == 0 ? null : value;
  }

  /** The CPU share that is guaranteed there; null if it is what the plan says for all servers. */
  private static @Nullable Double cpuShare(Plan plan, TenantId tenant, String server) {
    double share = rounded(plan.cpuShare(tenant, server));
    return share == rounded(plan.cpuShare(tenant)) ? null : share;
  }

  private static double rounded(double share) {
    return Math.rint(share * 1e4) / 1e4;
  }

  /**
   * A tenant on the servers that limit it most; the greatest throughput loss first, then the
   * greatest part of its demand.
   *
   * @param most how many servers
   */
  static List<LocalStatus> worst(TenantModel model, Round round, int most) {
    List<PartModel> parts = model.parts();
    double[] losses =
        IntStream.range(0, parts.size()).mapToDouble(model::throughputLossBy).toArray();
    List<LocalStatus> worst = new ArrayList<>();
    boolean[] taken = new boolean[losses.length];
    while (worst.size() < Math.min(most, losses.length)) {
      int next = -1;
      for (int k = 0; k < losses.length; k++) {
        if (!taken[k] && (next < 0 || isWorse(parts, losses, k, next))) {
          next = k;
        }
      }
      taken[next] = true;
      worst.add(of(model, parts.get(next), losses[next], round));
    }
    return worst;
  }

  private static boolean isWorse(List<PartModel> parts, double[] losses, int one, int other) {
    return losses[one] == losses[other]
        ? parts.get(one).demandShare() > parts.get(other).demandShare()
        : losses[one] > losses[other];
  }

  private static LocalStatus of(TenantModel model, PartModel part, double loss, Round round) {
    String server = part.server();
    TenantId tenant = model.tenant();
    Optional<Plan> plan = round.plan();
    return new LocalStatus(
        part,
        loss,
        plan.flatMap(p -> p.reservation(tenant, server)),
        plan.map(p -> cpuShare(p, tenant, server)).orElse(null),
        round.usage().local(tenant).stream()
            .filter(local -> local.server().equals(server))
            .findFirst()
            .orElse(null));
  }

  /** Host, port and start code of the server. */
  public String server() {
    return server == null ? "" : server;
  }

  /** Share of the server's block cache that the plan guarantees. */
  public double cacheShare() {
    return cacheShare;
  }

  /** Share of the server's HDFS throughput that the plan guarantees. */
  public double hdfsShare() {
    return hdfsShare;
  }

  /** Part of the server's block cache that the tenant's blocks fill, borrowed or not. */
  public double usedCacheShare() {
    return usedCacheShare;
  }

  /** Part of the server's HDFS throughput that the tenant uses, borrowed or not. */
  public double usedHdfsShare() {
    return usedHdfsShare;
  }

  /** Part of the tenant's operations that this server serves. */
  public double demandShare() {
    return demandShare;
  }

  public double operationsPerSecond() {
    return operationsPerSecond;
  }

  /** The throughput loss that this server causes by itself, predicted. */
  public double throughputLoss() {
    return throughputLoss;
  }
}
