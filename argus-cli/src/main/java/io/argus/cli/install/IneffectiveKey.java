package io.argus.cli.install;

import static io.argus.core.text.Text.format;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A key of HBase that does not do to users' calls what HBase's documentation says while Argus
 * schedules them.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class IneffectiveKey {
  private static final String LANES =
      "the reads and the writes of a tenant have lanes of their own, and its writes never take all"
          + " its handler slots";
  private static final String LATE = "calls that can no longer be answered in time are served last";
  private static final String PAUSES = "a long scan pauses between rows (argus.scan.pause.limit)";
  private static final String LENGTH = "argus.queue.length limits the waiting calls of each tenant";
  private static final String CODEL = "hbase.ipc.server.callqueue.codel.";

  private static final ImmutableList<IneffectiveKey> KEYS =
      ImmutableList.of(
          queue(
              "hbase.ipc.server.callqueue.type",
              "fifo",
              "each tenant has a queue of its own; " + LATE),
          queue("hbase.ipc.server.callqueue.read.ratio", "0", LANES),
          queue("hbase.ipc.server.callqueue.scan.ratio", "0", LANES + "; " + PAUSES),
          queue(
              "hbase.ipc.server.callqueue.handler.factor",
              "0.1",
              "each tenant has a queue of its own"),
          queue("hbase.ipc.server.max.callqueue.length", "", LENGTH),
          queue("ipc.server.max.callqueue.length", "", LENGTH),
          queue(CODEL + "target.delay", "100", LATE),
          queue(CODEL + "interval", "100", LATE),
          queue(CODEL + "lifo.threshold", "0.8", LATE),
          queue("hbase.ipc.server.queue.max.call.delay", "5000", PAUSES),
          queue("hbase.ipc.server.scan.vtime.weight", "1", PAUSES),
          unseen("dfs.client.hedged.read.threadpool.size", "0"),
          unseen("hbase.storescanner.parallel.seek.enable", "false"));

  private final String key;
  private final String byDefault;
  private final String what;

  /**
   * @param byDefault HBase's default; empty if it depends on other keys
   * @param what what the key does while Argus schedules, or Argus in its place
   */
  private IneffectiveKey(String key, String byDefault, String what) {
    this.key = key;
    this.byDefault = byDefault;
    this.what = what;
  }

  private static IneffectiveKey queue(String key, String byDefault, String instead) {
    return new IneffectiveKey(
        key, byDefault, "has no effect on users' calls while Argus schedules them: " + instead);
  }

  private static IneffectiveKey unseen(String key, String byDefault) {
    return new IneffectiveKey(
        key,
        byDefault,
        format(
            "reads in threads that Argus neither admits nor charges to a tenant: set it to %s",
            byDefault));
  }

  /** All keys. */
  public static List<String> keys() {
    return KEYS.stream().map(each -> each.key).collect(Collectors.toList());
  }

  /**
   * Returns what to know of the keys that are set to something else than HBase's default, by {@code
   * KEY=VALUE}, in the order of {@link #keys}.
   *
   * @param site the value of a key in {@code hbase-site.xml}
   */
  public static Map<String, String> setIn(Function<String, Optional<String>> site) {
    Map<String, String> found = new LinkedHashMap<>();
    for (IneffectiveKey each : KEYS) {
      site.apply(each.key)
          .filter(value -> !isSame(value, each.byDefault))
          .ifPresent(value -> found.put(each.key + "=" + value, each.what));
    }
    return found;
  }

  /** Returns the same as lines. */
  static List<String> linesOf(SiteFile site) {
    List<String> lines = new ArrayList<>();
    setIn(site::get).forEach((setting, what) -> lines.add("note: " + setting + " " + what));
    return lines;
  }

  private static boolean isSame(String value, String byDefault) {
    try {
      return Double.parseDouble(value) == Double.parseDouble(byDefault);
    } catch (NumberFormatException e) {
      return value.equalsIgnoreCase(byDefault);
    }
  }
}
