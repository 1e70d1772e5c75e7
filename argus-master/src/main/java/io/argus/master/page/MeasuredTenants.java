package io.argus.master.page;

import io.argus.core.recorder.RecordReader;
import io.argus.core.tenant.TenantId;
import io.argus.master.capacity.MeasuredPoint;
import io.argus.master.model.TenantModel;
import io.argus.master.status.History;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What tenants did on the numbers of servers that the cluster had: the minutes of this master, and
 * of the seven days before those that any master has recorded. It reads no series that can add
 * nothing, and gives up after {@value #MAX_READ_MILLIS} ms.
 *
 * <p>Used by one thread.
 */
final class MeasuredTenants implements RecordReader.Series {
  private static final long SPAN_MILLIS = 7L * 24 * 60 * 60 * 1000;
  private static final long MAX_READ_MILLIS = 20_000;

  /** Of the cluster the first, of tenants the others. */
  private static final List<String> FIGURES =
      Arrays.asList(History.SERVERS, History.OPERATIONS, History.DEMAND_LIMITED);

  private final LongSupplier clockMillis;
  private final Map<String, MeasuredPoint.Minutes> tenants = new LinkedHashMap<>();
  private final long beganMillis;
  private String note = "";
  private boolean isLate;

  // Of the day that is read.
  private long[] minutes = {};
  private double[] servers = {};

  /**
   * Collects all. It may take as long as HDFS takes.
   *
   * @param nowMillis of the round that the models are of
   */
  MeasuredTenants(
      Collection<TenantModel> models, History history, long nowMillis, LongSupplier clockMillis) {
    this.clockMillis = clockMillis;
    this.beganMillis = clockMillis.getAsLong();
    for (TenantModel model : models) {
      String tenant = model.tenant().name();
      double[][] own = history.minutes(tenant);
      MeasuredPoint.Minutes seen = new MeasuredPoint.Minutes();
      seen.addEarlier(own[0], own[1], own[2]);
      tenants.put(tenant, seen);
    }
    read(history.recorded(), history.sinceMillis(nowMillis));
  }

  private void read(Optional<RecordReader> recorded, long untilMillis) {
    if (!recorded.isPresent()) {
      note = "no history is recorded: only the minutes of this master count";
      return;
    }
    List<String> left = new ArrayList<>();
    try {
      left.addAll(recorded.get().days(untilMillis - SPAN_MILLIS, untilMillis, FIGURES, this));
    } catch (IOException | RuntimeException e) {
      left.add(e.getMessage() == null ? e.toString() : e.getMessage());
    }
    if (isLate) {
      left.add("it takes longer than " + MAX_READ_MILLIS / 1000 + " s");
    }
    if (!left.isEmpty()) {
      note = "not all of the recorded history can be read: " + left.get(0);
    }
  }

  @Override
  public boolean wants(String series) {
    isLate |= clockMillis.getAsLong() - beganMillis > MAX_READ_MILLIS;
    if (isLate) {
      return false;
    }
    if (series.isEmpty()) {
      return true;
    }
    MeasuredPoint.Minutes seen = tenants.get(series);
    return seen != null && !seen.isComplete(servers);
  }

  @Override
  public void take(String series, long[] at, double[][] figures) {
    if (series.isEmpty()) {
      minutes = at;
      servers = figures[0];
      return;
    }
    MeasuredPoint.Minutes seen = tenants.get(series);
    if (seen != null) {
      seen.addEarlier(servers, placed(at, figures[1]), placed(at, figures[2]));
    }
  }

  /** The figures in the minutes of the cluster; NaN where there is none. */
  private double[] placed(long[] at, double[] figures) {
    double[] placed = new double[minutes.length];
    Arrays.fill(placed, Double.NaN);
    for (int i = 0; i < at.length; i++) {
      int place = Arrays.binarySearch(minutes, at[i]);
      if (place >= 0) {
        placed[place] = figures[i];
      }
    }
    return placed;
  }

  /** What the answer must say about them; empty if there is nothing. */
  String note() {
    return note;
  }

  Map<TenantId, List<MeasuredPoint>> points() {
    Map<TenantId, List<MeasuredPoint>> points = new HashMap<>();
    tenants.forEach((tenant, seen) -> points.put(TenantId.of(tenant), seen.points()));
    return points;
  }
}
