package io.argus.core.settings;

import static io.argus.core.settings.SettingType.callers;
import static io.argus.core.settings.SettingType.caps;
import static io.argus.core.settings.SettingType.choice;
import static io.argus.core.settings.SettingType.className;
import static io.argus.core.settings.SettingType.classes;
import static io.argus.core.settings.SettingType.countOrAuto;
import static io.argus.core.settings.SettingType.decimal;
import static io.argus.core.settings.SettingType.flag;
import static io.argus.core.settings.SettingType.integer;
import static io.argus.core.settings.SettingType.location;
import static io.argus.core.settings.SettingType.path;
import static io.argus.core.settings.SettingType.permissions;
import static io.argus.core.settings.SettingType.rules;
import static io.argus.core.settings.SettingType.runaways;
import static io.argus.core.settings.SettingType.slos;
import static io.argus.core.settings.SettingType.users;
import static io.argus.core.settings.SettingType.weights;

import io.argus.core.slo.Slos;
import io.argus.core.tenant.CallerRules;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The value of every {@code argus.*} key at one moment, and the list of these keys. Where a value
 * cannot be used, its default counts and {@link #problems()} says so: a typing error never stops a
 * server.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Settings {
  /** What Argus does with requests and cached blocks. */
  public enum Mode {
    /** It applies the reservations. */
    ENFORCE,
    /** It counts and plans. HBase schedules and caches by itself. */
    OBSERVE,
    /** It does nothing. A cache that Argus has replaced stays Argus's until a restart. */
    OFF
  }

  /** The value of {@link #CREDITS} or {@link #IO_CONCURRENCY_LIMIT} that stands for auto. */
  public static final long AUTO = -1;

  static final SettingList LIST = new SettingList();

  public static final Setting<Mode> MODE =
      LIST.basic("argus.mode", "enforce", choice(Mode.class))
          .live(
              "What Argus does with requests and cached blocks. enforce applies the reservations."
                  + " observe counts and plans, while HBase's own call queues and block cache serve"
                  + " the requests. off does nothing. Requests follow a change at once. The block"
                  + " cache is partitioned if the server starts with enforce, and then stays"
                  + " Argus's until it restarts; argus install sets observe.");

  public static final Setting<TenantRules> TENANT_RULES =
      LIST.basic(TenantRules.KEY, "", rules())
          .atStart(
              "Which tenant owns which table. The first rule that matches counts. The table"
                  + " attribute ARGUS_TENANT wins over all rules.");

  public static final Setting<Map<TenantId, Double>> TENANT_SHARES =
      LIST.basic("argus.tenant.shares", "", weights())
          .live(
              "What tenants are entitled to, as weights: of tenants that all ask for more than they"
                  + " get, one of weight 3 keeps three times as large a part of its isolated"
                  + " throughput as one of weight 1. A tenant that the list does not name has the"
                  + " weight 1. 'argus tenant share' changes weights one by one; 'argus set'"
                  + " replaces the whole list.");

  public static final Setting<CallerRules> TENANT_CALLERS =
      LIST.advanced(CallerRules.KEY, "", callers())
          .live(
              "Which tenant a request counts for, by who makes it: a user or a group of HBase,"
                  + " perhaps only on some tables; with an attribute (HBase 2.6), its value is the"
                  + " tenant if it is one of those named. The first rule that matches counts;"
                  + " without one it is the tenant that owns the table. Blocks in the cache stay"
                  + " those of the table's tenant. 'argus tenant rules' changes rules one by one;"
                  + " 'argus set' replaces the whole list. HBase 2 only: calls of 0.94 carry no"
                  + " user.");

  public static final Setting<RequestClasses> TENANT_CLASSES =
      LIST.advanced("argus.tenant.classes", "", classes())
          .live(
              "Classes of a tenant's requests, by who makes them, kind, attribute (HBase 2.6) and"
                  + " what such requests used to need, and the weights by which classes divide"
                  + " handlers and reads from HDFS while several want more than there is. The first"
                  + " rule of the tenant that matches counts; what none matches is in the class"
                  + " default. 'argus tenant class' changes entries one by one; 'argus set'"
                  + " replaces the whole list. On HBase 0.94, rules on users, groups and attributes"
                  + " match nothing: its calls carry none.");

  public static final Setting<Caps> TENANT_CAPS =
      LIST.advanced("argus.tenant.caps", "", caps())
          .live(
              "What tenants, or as tenant/class their classes, may do at most, in the whole"
                  + " cluster, even if it is idle: operations and bytes (of requests and replies) a"
                  + " second, and for how many seconds they may save that up; 1 if it is not set."
                  + " 'argus tenant cap' changes them tenant by tenant; 'argus set' replaces the"
                  + " whole list.");

  public static final Setting<RunawayRules> RUNAWAY_RULES =
      LIST.advanced("argus.runaway.rules", "", runaways())
          .live(
              "Limits on what one call, or one scanner over all of its calls, may use, and what"
                  + " happens above: dry-run lists it, cool-down moves it to the class batch of its"
                  + " tenant, stop fails a get or a scan so that its client does not retry; other"
                  + " requests are cooled down then. In mode enforce. 'argus tenant runaway'"
                  + " changes rules one by one; 'argus set' replaces the whole list. HBase 2"
                  + " only.");

  public static final Setting<Slos> SLOS =
      LIST.advanced("argus.slos", "", slos())
          .live(
              "The SLOs of tenants: minimum throughput or maximum p99. The planner meets SLOs first"
                  + " and maximizes D among the plans that do. 'argus slo' changes them one by one,"
                  + " and says whether they can be met; 'argus set' replaces the whole list.");

  public static final Setting<Double> ALPHA =
      LIST.basic("argus.alpha", "0.5", decimal(0, 1, "dimensionless"))
          .live(
              "Weight of fairness (J-index) against efficiency (E) in the score that the planner"
                  + " maximizes: D = alpha J + (1 - alpha) E.");

  public static final Setting<Long> CREDITS =
      LIST.basic("argus.credits", "auto", countOrAuto(Long.MAX_VALUE, "bytes per 2 seconds"))
          .live(
              "HDFS bytes that the tenants of a region server may move in a refill period of 2"
                  + " seconds, all together (M). A number is a hard limit. With auto, Argus"
                  + " measures what HDFS sustains and grants all of it.");

  public static final Setting<Long> QUEUE_LENGTH =
      LIST.basic("argus.queue.length", "1000", integer(1, 1_000_000, "requests"))
          .live(
              "Limit of one tenant's requests that wait for a handler, or of each of its classes. A"
                  + " request beyond it is answered as by a full call queue of HBase.");

  public static final Setting<Boolean> CACHE_ENABLED =
      LIST.advanced("argus.cache.enabled", "true", flag())
          .live(
              "Whether Argus partitions the block cache by tenant. A server that starts with false"
                  + " keeps HBase's own cache; later, false leaves Argus's cache without"
                  + " partitions.");

  public static final Setting<Double> ROWS_SHARE =
      LIST.advanced("argus.rows.share", "0", decimal(0, 0.75, "part of a tenant's share"))
          .atStart(
              "Up to which part of its share of the block cache a tenant may keep whole rows on the"
                  + " heap, of its tables with the attribute ARGUS_ROWS. They answer gets. The part"
                  + " follows the workload. HBase 2 only.");

  public static final Setting<Double> ROWS_MIN_SHARE =
      LIST.advanced("argus.rows.min.share", "0", decimal(0, 0.75, "part of a tenant's share"))
          .atStart("The least part for rows, whatever the workload, for tests.");

  public static final Setting<Long> ROWS_MAX_BYTES =
      LIST.advanced("argus.rows.max.bytes", "32768", integer(1_024, 1L << 30, "bytes"))
          .live("Largest row that is kept, in bytes of heap.");

  public static final Setting<Boolean> SCHEDULER_ENABLED =
      LIST.advanced("argus.scheduler.enabled", "true", flag())
          .live("Whether Argus schedules requests by tenant.");

  public static final Setting<String> SCHEDULER_DELEGATE =
      LIST.advanced("argus.scheduler.delegate", "", className())
          .atStart(
              "The RpcSchedulerFactory that was configured before Argus, for example Phoenix's."
                  + " Its scheduler serves the calls that belong to no tenant, and all calls while"
                  + " Argus does not enforce shares. HBase 2 only.");

  public static final Setting<Set<String>> PRIORITY_USERS =
      LIST.advanced("argus.priority.users", "", users())
          .live(
              "Users whose calls may leave the queues of tenants by a priority for which HBase has"
                  + " handlers of its own (above 10, and those of replication and bulk loads)."
                  + " Calls of the region servers' own user always may, for example Phoenix's index"
                  + " updates. The priority of any other call on a tenant's table is ignored and"
                  + " counted while the mode is enforce. HBase 2 only.");

  public static final Setting<Long> QUEUE_BYTES =
      LIST.advanced("argus.queue.bytes", "134217728", integer(1 << 10, 1L << 40, "bytes"))
          .live("Limit of the total size of one tenant's requests that wait for a handler.");

  public static final Setting<Long> RUNNING_PER_CORE =
      LIST.advanced("argus.running.per.core", "4", integer(1, 10_000, "requests"))
          .live(
              "Limit of the requests that use a handler at the same time, per core of the server,"
                  + " while cores are busy. Argus lowers it to 1 while more than about one handler"
                  + " thread waits for each core, where Linux counts them. Requests blocked on I/O"
                  + " and requests that write do not count. The limit never exceeds"
                  + " hbase.regionserver.handler.count. While several tenants have requests, one"
                  + " tenant may use 7/8 of it.");

  public static final Setting<Long> IO_CONCURRENCY_LIMIT =
      LIST.advanced("argus.io.concurrency.limit", "auto", countOrAuto(10_000, "concurrent reads"))
          .live(
              "Limit of concurrent HDFS reads of one region server. With auto, Argus measures how"
                  + " few reads give the full HDFS throughput, and limits itself to that number,"
                  + " from 4 to 128.");

  public static final Setting<Long> IO_WAIT_LIMIT_MILLIS =
      LIST.advanced("argus.io.wait.limit", "10000", integer(1, 3_600_000, "milliseconds"))
          .live(
              "Longest wait of a request for I/O admission. After that the request reads without"
                  + " admission.");

  public static final Setting<Long> IO_BLOCKED_LIMIT =
      LIST.advanced("argus.io.blocked.limit", "256", integer(1, 100_000, "requests"))
          .atStart(
              "Limit of the requests blocked on I/O in one region server. They block threads of"
                  + " their own, so that the handlers can serve other requests. The limit of one"
                  + " tenant is the number of handlers, or 1.5 x argus.io.concurrency.limit if that"
                  + " is more. Three quarters are for whoever needs them; the rest is divided among"
                  + " the tenants.");

  public static final Setting<Long> SCAN_PAUSE_LIMIT_MILLIS =
      LIST.advanced("argus.scan.pause.limit", "2000", integer(0, 600_000, "milliseconds"))
          .live(
              "Longest pause of one scan call, all its pauses together. Argus divides a call into"
                  + " pieces of 0.2 ms of handler time, and lets other requests run in between."
                  + " During such a call its region cannot be closed or split. 0 never divides a"
                  + " call.");

  public static final Setting<Long> SCAN_STREAM_AFTER =
      LIST.advanced("argus.scan.stream.after", "4194304", integer(0, Long.MAX_VALUE, "bytes"))
          .atStart(
              "Bytes of a store file that are read in sequence before Argus reads the file as a"
                  + " stream, for which HDFS reads ahead. Before that, each block is a positional"
                  + " read. 0 streams at once, as HBase does. HBase 0.94 only.");

  public static final Setting<Boolean> BACKGROUND_ENABLED =
      LIST.advanced("argus.background.enabled", "true", flag())
          .live("Whether compactions wait for I/O admission, as the reads of their tenant do.");

  public static final Setting<Boolean> MEMSTORE_ENABLED =
      LIST.advanced("argus.memstore.enabled", "true", flag())
          .live(
              "Whether a tenant that fills more than its part of the memstores is flushed, and its"
                  + " writes wait in its queue, before HBase blocks the writes of all.");

  public static final Setting<Long> REPORT_PERIOD_MILLIS =
      LIST.advanced("argus.report.period", "2000", integer(100, 600_000, "milliseconds"))
          .live("How often a region server reports the usage of its tenants to the master.");

  public static final Setting<Long> PLANNER_PERIOD_MILLIS =
      LIST.advanced("argus.planner.period", "10000", integer(100, 86_400_000, "milliseconds"))
          .live("How often the master computes a new plan.");

  public static final Setting<Double> PLANNER_MARGIN =
      LIST.advanced("argus.planner.margin", "0.005", decimal(0, 1, "D-score"))
          .live(
              "By how much the predicted D-score of a new plan must exceed that of the plan in"
                  + " force. The master does not publish a plan that gains less.");

  public static final Setting<Long> PLAN_STALE_MILLIS =
      LIST.advanced("argus.plan.stale", "600000", integer(1_000, 86_400_000, "milliseconds"))
          .live(
              "How long a region server keeps a plan without a sign of life of the planner. After"
                  + " that it gives every tenant the same share.");

  public static final Setting<Boolean> USAGE_ENABLED =
      LIST.advanced("argus.usage.enabled", "true", flag())
          .live(
              "Whether the master writes what each tenant uses, hour by hour, into an HBase table"
                  + " of its own: argus:usage, on HBase 0.94 argus_usage.");

  public static final Setting<Long> USAGE_WRITE_PERIOD_MILLIS =
      LIST.advanced("argus.usage.write.period", "20000", integer(100, 3_600_000, "milliseconds"))
          .live(
              "How often the master writes what tenants use into that table; more rarely if that is"
                  + " more than 500 rows a second.");

  public static final Setting<Long> USAGE_KEEP_DAYS =
      LIST.advanced("argus.usage.keep.days", "400", integer(1, 10_000, "days"))
          .atStart(
              "How long the table keeps what tenants used. It counts when the master creates the"
                  + " table; later, change the TTL of its column family u.");

  public static final Setting<Boolean> METRICS_PER_SERVER =
      LIST.advanced("argus.metrics.per.server", "true", flag())
          .live(
              "Whether each region server publishes metrics of each of its tenants. With false"
                  + " there are those of the active master, of each tenant in the whole cluster,"
                  + " and those of each server without tenants.");

  public static final Setting<Boolean> RECORDER_ENABLED =
      LIST.advanced("argus.recorder.enabled", "true", flag())
          .live(
              "Whether the master records figures, plans and events in files, which 'argus history"
                  + " --from' reads even while HBase is down.");

  public static final Setting<String> RECORDER_DIR =
      LIST.advanced(
              "argus.recorder.dir",
              "",
              location(
                  "URI or path; if empty, argus below HBase's root directory, on HBase 0.94"
                      + " .hbck/argus"))
          .atStart("The directory of these files.");

  public static final Setting<String> RECORDER_PERMISSIONS =
      LIST.advanced("argus.recorder.permissions", "750", permissions())
          .atStart(
              "Permissions of that directory, if the master creates it: who may read recorded"
                  + " history. One that exists stays as it is.");

  public static final Setting<Long> RECORDER_BYTES_PER_SECOND =
      LIST.advanced("argus.recorder.rate", "4194304", integer(1 << 16, 1L << 40, "bytes/s"))
          .live("How fast the master reads and writes when it merges these files.");

  public static final Setting<Long> RECORDER_MAX_BYTES =
      LIST.advanced("argus.recorder.max.bytes", "2147483648", integer(1 << 20, 1L << 50, "bytes"))
          .live("Limit of their total size. Beyond it, the oldest are deleted.");

  public static final Setting<String> OFF_FILE =
      LIST.advanced(
              "argus.off.file",
              "argus.off",
              path("path; a relative one is below hbase.log.dir, else the working directory"))
          .atStart(
              "While this file exists, the region server behaves as with argus.mode off, whatever"
                  + " else is set. It looks twice a second.");

  // Of the keys that are set to a usable value.
  private final Map<Setting<?>, Object> values;
  private final Map<String, String> texts;

  private final List<String> problems;
  private final long version;

  private Settings(
      Map<Setting<?>, Object> values,
      Map<String, String> texts,
      List<String> problems,
      long version) {
    this.values = values;
    this.texts = Collections.unmodifiableMap(texts);
    this.problems = Collections.unmodifiableList(problems);
    this.version = version;
  }

  /** Returns the settings with every key at its default. */
  public static Settings defaults() {
    return read(key -> null);
  }

  /**
   * @param source text of a key; null where it is not set
   */
  public static Settings read(Function<String, @Nullable String> source) {
    Map<Setting<?>, Object> values = new HashMap<>();
    Map<String, String> texts = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    for (Setting<?> setting : all()) {
      String text = source.apply(setting.key());
      if (text != null) {
        try {
          values.put(setting, setting.parse(text));
          texts.put(setting.key(), text.trim());
        } catch (IllegalArgumentException e) {
          problems.add(e.getMessage() + "; the default '" + setting.defaultText() + "' is used");
        }
      }
    }
    return new Settings(values, texts, problems, 0);
  }

  /**
   * Returns these settings with other values of some live keys. Where a value cannot be used, the
   * key keeps its value and {@link #problems()} says so.
   *
   * @param overrides text by key
   */
  public Settings with(Map<String, String> overrides) {
    return with(overrides, Collections.emptyList(), version);
  }

  /**
   * Returns these settings with the changes of the operators, like {@link #with(Map)}.
   *
   * @param nowMillis milliseconds since the epoch: changes that have ended by then do not count
   * @param further other problems, to be listed before those of the changes
   */
  public Settings with(SettingsOverrides overrides, long nowMillis, List<String> further) {
    return with(overrides.values(nowMillis), further, overrides.version());
  }

  private Settings with(Map<String, String> overrides, List<String> further, long newVersion) {
    Map<Setting<?>, Object> newValues = new HashMap<>(values);
    Map<String, String> newTexts = new TreeMap<>(texts);
    List<String> newProblems = new ArrayList<>(problems);
    newProblems.addAll(further);
    overrides.forEach(
        (key, text) -> {
          try {
            Setting<?> setting = LIST.requireLive(key);
            newValues.put(setting, setting.parse(text));
            newTexts.put(key, text.trim());
          } catch (IllegalArgumentException e) {
            newProblems.add(e.getMessage() + "; '" + text(key) + "' stays");
          }
        });
    return new Settings(newValues, newTexts, newProblems, newVersion);
  }

  /** The value of a setting: as it is set, else its default. */
  @SuppressWarnings("unchecked")
  public <T> T get(Setting<T> setting) {
    Object set = values.get(setting);
    return set == null ? setting.defaultValue : (T) set;
  }

  /** The text of a key: as it is set, else its default; empty for a key that does not exist. */
  public String text(String key) {
    String set = texts.get(key);
    return set != null ? set : LIST.find(key).map(Setting::defaultText).orElse("");
  }

  /** The texts of the keys that are set to a usable value, even if that is the default. */
  public Map<String, String> texts() {
    return texts;
  }

  /** Every setting there is, in the order of the documentation. */
  public static List<Setting<?>> all() {
    return LIST.all();
  }

  /** Version of the {@link SettingsOverrides} in them; 0 without. */
  public long version() {
    return version;
  }

  /** One message per value that could not be used: key, value, what would be right. */
  public List<String> problems() {
    return problems;
  }
}
