package io.argus.profiler.campaign;

import com.google.gson.JsonObject;
import io.argus.profiler.fit.GridPoint;
import java.io.IOException;
import java.util.Optional;

/**
 * A cluster under load, as a campaign sees it. One client drives the workload all the time.
 *
 * <p>Used by one thread.
 */
public interface ProfiledCluster {

  /**
   * Reserves these shares for the profiled tenant, leaves the rest unused without borrowing, and
   * returns when the reservation is in force on every region server.
   */
  void reserve(GridPoint point) throws IOException;

  /**
   * Waits for the end of the client's current second.
   *
   * @throws ClusterLostException if the client or the region servers are gone
   */
  LoadSecond nextSecond() throws IOException;

  /** The region servers' latest reports. */
  Report report() throws IOException;

  /**
   * The performance function that the master derived from the workload's behaviour under the
   * current reservation, as the cluster wrote it; empty if there is none.
   */
  Optional<JsonObject> ownFunction() throws IOException;

  /** The sum of the latest reports of all region servers. Immutable. */
  final class Report {
    private final long endMillis;
    private final long windowMillis;
    private final Measurement.Usage usage;

    /**
     * @param endMillis end of the reports' windows; changes with each new report
     * @param windowMillis length of the windows
     * @param usage of the profiled tenant
     */
    public Report(long endMillis, long windowMillis, Measurement.Usage usage) {
      this.endMillis = endMillis;
      this.windowMillis = windowMillis;
      this.usage = usage;
    }

    public long endMillis() {
      return endMillis;
    }

    public long windowMillis() {
      return windowMillis;
    }

    public Measurement.Usage usage() {
      return usage;
    }
  }
}
