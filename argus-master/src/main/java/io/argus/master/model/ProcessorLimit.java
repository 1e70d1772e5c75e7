package io.argus.master.model;

import io.argus.master.monitor.ClusterUsage;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a tenant would do alone where the processors limit it.
 *
 * <p>On a server whose processors are busy, a tenant that is alone uses what all tenants use now,
 * at the same processor time per operation: throughput x use of all tenants / own use. What no
 * tenant causes stays. What runs on the same machine beside the server, such as clients and
 * DataNode, is taken to be in proportion to the use in the server, so that it changes nothing. On
 * another server the tenant goes on as now.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class ProcessorLimit {
  /** A tenant that uses less is not limited by processors, and figures per operation are noise. */
  private static final double LEAST_USE = 0.01;

  private ProcessorLimit() {}

  /**
   * Returns operations per second; empty if the tenant is on no server whose processors are busy.
   *
   * @param throughput of the tenant on all servers
   * @param there the tenant on each of its servers
   */
  static OptionalDouble of(double throughput, List<ClusterUsage.Local> there) {
    double more = 0;
    boolean limited = false;
    for (ClusterUsage.Local local : there) {
      double own = local.usage().processorFraction();
      if (local.processorsAreBusy() && own >= LEAST_USE) {
        limited = true;
        more +=
            local.usage().totalOperationsPerSecond() * (local.processorFractionOfAll() / own - 1);
      }
    }
    return limited ? OptionalDouble.of(throughput + more) : OptionalDouble.empty();
  }
}
