package io.argus.profiler.campaign;

import com.google.gson.JsonObject;
import io.argus.profiler.fit.GridPoint;
import java.io.IOException;
import java.util.Optional;

/**
 * A cluster under load, as a campaign sees it. One client drives the workload from the first second
 * to the last.
 *
 * <p>Used by one thread.
 */
public interface ProfiledCluster {

  /**
   * Reserves so much for the profiled tenant, the rest for nobody, lends nothing, and returns when
   * every region server has it in force.
   */
  void reserve(GridPoint point) throws IOException;

  /**
   * Waits for the end of the client's present second.
   *
   * @throws ClusterLostException if client or region servers are gone
   */
  LoadSecond nextSecond() throws IOException;

  /** The region servers' latest reports. */
  Report report() throws IOException;

  /**
   * The performance function that the master has made of the workload's own behaviour under the
   * present reservations, for whoever knows how to read it; empty if it has made none.
   */
  Optional<JsonObject> ownFunction() throws IOException;

  /**
   * The sum of the reports that ended last.
   *
   * @param endMillis end of the reports' windows; changes with each new report
   * @param windowMillis length of the windows
   * @param usage of the profiled tenant
   */
  record Report(long endMillis, long windowMillis, Measurement.Usage usage) {}
}
