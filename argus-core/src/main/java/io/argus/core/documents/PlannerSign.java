package io.argus.core.documents;

import com.google.gson.Gson;
import io.argus.core.text.JsonText;
import java.nio.charset.StandardCharsets;

/**
 * The sign of life of the active master, which also says how often region servers report at most.
 * All three periods are {@code argus.report.period} in a small cluster.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PlannerSign {
  private static final Gson GSON = new Gson();

  /** With a longer period a region server would hardly ever report again. */
  private static final long MAX_MILLIS = 3_600_000;

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
    PlannerSign sign = JsonText.read(GSON, json, PlannerSign.class, "sign of life");
    requirePeriod("reportMillis", sign.reportMillis, 1);
    requirePeriod("zooKeeperMillis", sign.zooKeeperMillis, 1);
    requirePeriod("copyMillis", sign.copyMillis, 0);
    return sign;
  }

  private static void requirePeriod(String member, long millis, long least) {
    if (millis < least || millis > MAX_MILLIS) {
      throw new IllegalArgumentException(
          String.format(
              "sign of life has %s %s: must be within %s..%s", member, millis, least, MAX_MILLIS));
    }
  }
}
