package io.argus.core.documents;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.nio.charset.StandardCharsets;

/**
 * The sign of life of the active master, which also says how often region servers report at most.
 * All three periods are {@code argus.report.period} in a small cluster.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PlannerSign {
  private static final Gson GSON = new Gson();

  private final long writtenMillis;
  private final long reportMillis;
  private final long zooKeeperMillis;
  private final long copyMillis;

  /**
   * @param writtenMillis milliseconds since the epoch
   * @param reportMillis period of reports that are sent to the master itself
   * @param zooKeeperMillis period of reports where they are written into ZooKeeper instead
   * @param copyMillis period of the copies in ZooKeeper of reports that are sent to the master
   */
  public PlannerSign(long writtenMillis, long reportMillis, long zooKeeperMillis, long copyMillis) {
    this.writtenMillis = writtenMillis;
    this.reportMillis = reportMillis;
    this.zooKeeperMillis = zooKeeperMillis;
    this.copyMillis = copyMillis;
  }

  public long writtenMillis() {
    return writtenMillis;
  }

  public long reportMillis() {
    return reportMillis;
  }

  public long zooKeeperMillis() {
    return zooKeeperMillis;
  }

  public long copyMillis() {
    return copyMillis;
  }

  public byte[] toJson() {
    return GSON.toJson(this).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static PlannerSign read(byte[] json) {
    try {
      PlannerSign sign = GSON.fromJson(new String(json, StandardCharsets.UTF_8), PlannerSign.class);
      if (sign == null || Math.min(sign.reportMillis, sign.zooKeeperMillis) < 1) {
        throw new IllegalArgumentException("sign of life lacks 'reportMillis'");
      }
      return sign;
    } catch (JsonParseException e) {
      throw new IllegalArgumentException("sign of life cannot be read: " + e.getMessage(), e);
    }
  }
}
