package io.argus.master.model;

import io.argus.core.usage.TenantUsage;
import io.argus.master.monitor.ClusterUsage;
import java.util.List;

/**
 * The part of its throughput that a tenant loses to others on a server whose CPU is busy.
 *
 * <p>Two bounds, of which the smaller one counts:
 *
 * <ul>
 *   <li>Use. Alone it would use what all tenants use now, at the same CPU time per operation: 1 -
 *       own use / use of all. What no tenant causes stays. What runs on the same machine beside the
 *       server, such as clients and DataNode, is taken to be in proportion to the use in the
 *       server, so that it changes nothing.
 *   <li>Waiting. A client that sends its next request after an answer gains at most the part of its
 *       requests' time in which they wait for a handler or a core. A tenant that is served promptly
 *       loses nothing, however little it uses.
 * </ul>
 *
 * <p>Stateless; safe for use by any thread.
 */
final class CpuLoss {
  private CpuLoss() {}

  /** Whether the tenant uses CPU of the server that is about to become scarce. */
  static boolean isPossible(ClusterUsage.Local there) {
    return there.cpuSaturation() > 0 && there.usage().cpuFraction() > 0;
  }

  /** The bound by use, 0..1. */
  static double byUse(ClusterUsage.Local there) {
    return isPossible(there)
        ? Math.max(0, 1 - there.usage().cpuFraction() / there.cpuFractionOfAll())
        : 0;
  }

  /**
   * The bound by waiting, 0..1, over all servers of the tenant: as its requests spread over its
   * servers, a wait on one of them counts by the time that they spend there.
   */
  static double byWaiting(List<ClusterUsage.Local> there) {
    double waiting = 0;
    double all = 0;
    for (ClusterUsage.Local local : there) {
      TenantUsage usage = local.usage();
      double descheduled = Math.max(0, usage.handlerFraction() - usage.cpuFraction());
      waiting += usage.queueWaitFraction() + local.cpuSaturation() * descheduled;
      all +=
          usage.queueWaitFraction()
              + usage.handlerFraction()
              + usage.hdfsWaitFraction()
              + usage.hdfsReadFraction();
    }
    return all > 0 ? waiting / all : 0;
  }
}
