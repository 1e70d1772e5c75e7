package io.argus.core.settings;

import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The value of every {@code argus.*} key at one moment. A value that cannot be used is replaced by
 * its default and listed in {@link #problems()}, so that a typing error never stops a server.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Settings {
  /** What Argus does to requests and blocks. */
  public enum Mode {
    /** Reservations are enforced. */
    ENFORCE,
    /** Requests are accounted and plans are made, but nothing is delayed or evicted for them. */
    OBSERVE,
    /** HBase behaves as without Argus. */
    OFF
  }

  private static final double LEAST_WEIGHT = 0.001;
  private static final double GREATEST_WEIGHT = 1000;

  private static final List<Setting<?>> ALL = new ArrayList<>();

  public static final Setting<Mode> MODE =
      live(
          Setting.choice(
              "argus.mode",
              Mode.ENFORCE,
              Mode.class,
              "What Argus does to requests and blocks: enforce reservations, only observe, or"
                  + " nothing."));

  public static final Setting<Boolean> CACHE_ENABLED =
      live(
          Setting.flag(
              "argus.cache.enabled", true, "Whether the block cache is partitioned by tenant."));

  public static final Setting<Boolean> SCHEDULER_ENABLED =
      live(
          Setting.flag(
              "argus.scheduler.enabled", true, "Whether requests are scheduled by tenant."));

  public static final Setting<String> SCHEDULER_DELEGATE =
      add(
          Setting.text(
              "argus.scheduler.delegate",
              "",
              "class name, or nothing for HBase's own",
              "The RpcSchedulerFactory that was configured before Argus (Phoenix's, say); calls that"
                  + " are not a tenant's go to its scheduler. HBase 2 only.",
              Settings::parseClassName));

  public static final Setting<TenantRules> TENANT_RULES =
      add(
          Setting.text(
              TenantRules.KEY,
              "",
              "comma-separated namespace:table=tenant, '*' at the end of the table allowed",
              "Which tables belong to which tenant; the first rule that matches wins. The table"
                  + " attribute ARGUS_TENANT wins over all rules.",
              TenantRules::parse));

  public static final Setting<Map<TenantId, Double>> TENANT_WEIGHTS =
      live(
          Setting.text(
              "argus.tenant.weights",
              "",
              "comma-separated tenant=weight, weights from 0.001 to 1000",
              "How much a tenant's throughput violation counts beside another's; 1 where not"
                  + " named.",
              Settings::parseWeights));

  public static final Setting<Double> ALPHA =
      live(
          Setting.decimal(
              "argus.alpha",
              0.5,
              "dimensionless",
              0,
              1,
              "How much fairness (J-index) counts against efficiency in the D-score."));

  public static final Setting<Long> CREDITS =
      live(
          Setting.text(
              "argus.credits",
              "auto",
              "bytes per refill period, or auto",
              "HDFS bytes a region server hands out per refill period (M), and no more than that; auto"
                  + " finds out what HDFS sustains, and holds nothing back.",
              Settings::parseCountOrAuto));

  /** The value of {@link #CREDITS} or {@link #IO_CONCURRENCY_LIMIT} that stands for auto. */
  public static final long AUTO = -1;

  public static final Setting<Long> REFILL_PERIOD_MILLIS =
      live(
          Setting.integer(
              "argus.refill.period",
              2_000,
              "milliseconds",
              10,
              600_000,
              "How often the tenants' credit accounts are refilled."));

  public static final Setting<Long> ESTIMATOR_WINDOW =
      live(
          Setting.integer(
              "argus.estimator.window",
              10,
              "requests",
              1,
              10_000,
              "How many of a tenant's last requests of a kind the estimate of the next one is the"
                  + " mean of."));

  private static final long MOST_IO_CONCURRENCY = 10_000;

  public static final Setting<Long> IO_CONCURRENCY_LIMIT =
      live(
          Setting.text(
              "argus.io.concurrency.limit",
              "auto",
              "concurrent reads, or auto",
              "How many reads of one region server may be at HDFS at once; auto finds the fewest"
                  + " with which HDFS does as much as with more, from 4 to 128.",
              Settings::parseSlots));

  public static final Setting<Long> IO_WAIT_LIMIT_MILLIS =
      live(
          Setting.integer(
              "argus.io.wait.limit",
              10_000,
              "milliseconds",
              1,
              3_600_000,
              "After how long a request stops waiting for its turn at HDFS and reads all the"
                  + " same."));

  public static final Setting<Long> IO_BLOCKED_LIMIT =
      add(
          Setting.integer(
              "argus.io.blocked.limit",
              256,
              "requests",
              1,
              100_000,
              "How many requests of a region server may wait for HDFS in handler threads of their"
                  + " own, beside the handlers that work. Of one tenant no more than there are"
                  + " handlers, or half as many again as argus.io.concurrency.limit if that is more."));

  public static final Setting<Long> RUNNING_PER_PROCESSOR =
      live(
          Setting.integer(
              "argus.running.per.processor",
              4,
              "requests",
              1,
              10_000,
              "How many requests may use a handler at once for each processor of the server while"
                  + " all of them are busy, those that wait for HDFS not counted;"
                  + " hbase.regionserver.handler.count at most, and as many while processors idle."
                  + " An eighth is left to others while several tenants have requests."));

  public static final Setting<Long> SCAN_PAUSE_LIMIT_MILLIS =
      live(
          Setting.integer(
              "argus.scan.pause.limit",
              2_000,
              "milliseconds",
              0,
              600_000,
              "How long one call of a scan may wait between its pieces, of 0.2 ms of handler time"
                  + " each, in all; a region cannot be closed or split meanwhile. 0 never divides a"
                  + " scan."));

  public static final Setting<Long> SCAN_STREAM_AFTER =
      add(
          Setting.integer(
              "argus.scan.stream.after",
              4_194_304,
              "bytes",
              0,
              Long.MAX_VALUE,
              "How many bytes of a store file must be read in a row before they are read as a stream,"
                  + " for which HDFS reads ahead; until then each block is read at its position. 0"
                  + " streams at once, as HBase does. HBase 0.94 only."));

  public static final Setting<Boolean> BACKGROUND_ENABLED =
      live(
          Setting.flag(
              "argus.background.enabled",
              true,
              "Whether compactions wait for their tenant's turn at HDFS as its reads do."));

  public static final Setting<Double> BACKGROUND_FLOOR =
      live(
          Setting.decimal(
              "argus.background.floor",
              0.1,
              "fraction of what HDFS sustains",
              0,
              1,
              "What each compaction gets at least, however much others read; more as its store comes"
                  + " near the number of files at which HBase blocks writes."));

  public static final Setting<Long> QUEUE_LENGTH =
      live(
          Setting.integer(
              "argus.queue.length",
              1_000,
              "requests",
              1,
              1_000_000,
              "How many requests of one tenant may wait for a handler; more are answered as HBase"
                  + " answers a full call queue."));

  public static final Setting<Long> QUEUE_BYTES =
      live(
          Setting.integer(
              "argus.queue.bytes",
              128L << 20,
              "bytes",
              1 << 10,
              1L << 40,
              "How many bytes of requests of one tenant may wait for a handler."));

  public static final Setting<Long> REPORT_PERIOD_MILLIS =
      live(
          Setting.integer(
              "argus.report.period",
              2_000,
              "milliseconds",
              100,
              600_000,
              "How often a region server reports its tenants' usage to the master."));

  public static final Setting<Long> PLANNER_PERIOD_MILLIS =
      live(
          Setting.integer(
              "argus.planner.period",
              10_000,
              "milliseconds",
              100,
              86_400_000,
              "How often the master plans the reservations anew."));

  public static final Setting<Long> PLANNER_PIECES =
      live(
          Setting.integer(
              "argus.planner.pieces",
              20,
              "units",
              2,
              100_000,
              "Into how many units the planner divides each resource; at least 4 per tenant are"
                  + " used."));

  public static final Setting<Double> PLANNER_MARGIN =
      live(
          Setting.decimal(
              "argus.planner.margin",
              0.005,
              "D-score",
              0,
              1,
              "By how much a new plan's predicted D-score must beat the present one's to be"
                  + " published."));

  public static final Setting<Boolean> PLANNER_SHIFT_ENABLED =
      live(
          Setting.flag(
              "argus.planner.shift.enabled",
              true,
              "Whether plans are also made between two periods: when a workload has shifted, when a"
                  + " demand-limited tenant speeds up, and once a new plan has taken effect. The paper's"
                  + " planner does not."));

  public static final Setting<Long> PLAN_STALE_MILLIS =
      live(
          Setting.integer(
              "argus.plan.stale",
              600_000,
              "milliseconds",
              1_000,
              86_400_000,
              "After how long without a sign of the planner a region server gives every tenant the"
                  + " same share."));

  public static final Setting<String> OFF_FILE =
      add(
          Setting.text(
              "argus.off.file",
              "argus.off",
              "path; a relative one is below hbase.log.dir, else the working directory",
              "While there is a file of that name, the region server behaves as if argus.mode were"
                  + " off, whatever else is set. Looked for twice a second.",
              Settings::parsePath));

  private static <T> Setting<T> add(Setting<T> setting) {
    ALL.add(setting);
    return setting;
  }

  private static <T> Setting<T> live(Setting<T> setting) {
    return add(setting.madeLive());
  }

  private final Map<Setting<?>, Object> values;

  /** The texts of the keys that are set to something usable. */
  private final Map<String, String> texts;

  private final List<String> problems;
  private final long version;

  private Settings(
      Map<Setting<?>, Object> values,
      Map<String, String> texts,
      List<String> problems,
      long version) {
    this.version = version;
    this.values = values;
    this.texts = Collections.unmodifiableMap(texts);
    this.problems = Collections.unmodifiableList(problems);
  }

  /** Returns the settings with every key at its default. */
  public static Settings defaults() {
    return read(key -> null);
  }

  /**
   * Reads every key.
   *
   * @param source text of a key; null where it is not set
   */
  public static Settings read(Function<String, @Nullable String> source) {
    Map<Setting<?>, Object> values = new HashMap<>();
    Map<String, String> texts = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    for (Setting<?> setting : ALL) {
      String text = source.apply(setting.key());
      Object value = setting.defaultValue();
      if (text != null) {
        try {
          value = setting.parse(text);
          texts.put(setting.key(), text.trim());
        } catch (IllegalArgumentException e) {
          problems.add(e.getMessage() + "; the default '" + setting.defaultText() + "' is used");
        }
      }
      values.put(setting, value);
    }
    return new Settings(values, texts, problems, 0);
  }

  /**
   * Returns these settings with other values of some live keys. A value that cannot be used leaves
   * its key as it is and is listed in {@link #problems()} too.
   *
   * @param overrides text by key
   */
  public Settings with(Map<String, String> overrides) {
    Map<Setting<?>, Object> newValues = new HashMap<>(values);
    Map<String, String> newTexts = new TreeMap<>(texts);
    List<String> newProblems = new ArrayList<>(problems);
    overrides.forEach(
        (key, text) -> {
          try {
            Setting<?> setting = requireLive(key);
            newValues.put(setting, setting.parse(text));
            newTexts.put(key, text.trim());
          } catch (IllegalArgumentException e) {
            newProblems.add(e.getMessage() + "; '" + text(key) + "' stays");
          }
        });
    return new Settings(newValues, newTexts, newProblems, version);
  }

  /**
   * Returns these settings with what operators changed, like {@link #with(Map)}.
   *
   * @param further what else could not be used, before the problems of the changes
   */
  public Settings with(SettingsOverrides overrides, List<String> further) {
    List<String> known = new ArrayList<>(problems);
    known.addAll(further);
    Settings changed = new Settings(values, texts, known, version).with(overrides.values());
    return new Settings(changed.values, changed.texts, changed.problems, overrides.version());
  }

  /**
   * Returns the live setting of that key.
   *
   * @throws IllegalArgumentException naming the key and what would be right
   */
  public static Setting<?> requireLive(String key) {
    List<String> known = new ArrayList<>();
    for (Setting<?> setting : ALL) {
      if (setting.key().equals(key)) {
        if (!setting.isLive()) {
          throw new IllegalArgumentException(
              key + " is read when a server starts: set it in hbase-site.xml and restart");
        }
        return setting;
      }
      if (setting.isLive()) {
        known.add(setting.key());
      }
    }
    throw new IllegalArgumentException(key + " is no setting: must be one of " + known);
  }

  /** The text of a key: as it is set, else its default; empty for a key that does not exist. */
  public String text(String key) {
    String set = texts.get(key);
    if (set != null) {
      return set;
    }
    for (Setting<?> setting : ALL) {
      if (setting.key().equals(key)) {
        return setting.defaultText();
      }
    }
    return "";
  }

  /** The texts of the keys that are set to something usable, whether or not it is the default. */
  public Map<String, String> texts() {
    return texts;
  }

  /** Every key there is, in the order of the documentation. */
  public static List<Setting<?>> all() {
    return Collections.unmodifiableList(ALL);
  }

  @SuppressWarnings("unchecked")
  public <T> T get(Setting<T> setting) {
    return (T) Objects.requireNonNull(values.get(setting), setting.key());
  }

  /** Version of the {@link SettingsOverrides} in them; 0 without. */
  public long version() {
    return version;
  }

  /** One message per value that could not be used: key, value, what would be right. */
  public List<String> problems() {
    return problems;
  }

  private static Long parseCountOrAuto(String text) {
    if (text.equals("auto")) {
      return AUTO;
    }
    long count = Long.parseLong(text);
    if (count < 1) {
      throw new IllegalArgumentException("must be above 0");
    }
    return count;
  }

  private static Long parseSlots(String text) {
    long slots = parseCountOrAuto(text);
    if (slots > MOST_IO_CONCURRENCY) {
      throw new IllegalArgumentException("must be " + MOST_IO_CONCURRENCY + " at most");
    }
    return slots;
  }

  private static String parseClassName(String text) {
    if (!text.matches("[\\p{L}\\p{N}_$.]*") || text.matches("\\d.*")) {
      throw new IllegalArgumentException("this is not the name of a class");
    }
    return text;
  }

  private static String parsePath(String text) {
    if (!text.matches("[\\p{L}\\p{N}_./\\\\: -]+") || text.startsWith("-")) {
      throw new IllegalArgumentException("this is not a path");
    }
    return text;
  }

  private static Map<TenantId, Double> parseWeights(String text) {
    Map<TenantId, Double> weights = new HashMap<>();
    for (String part : Arrays.asList(text.split(","))) {
      if (part.trim().isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("'" + part.trim() + "' has no '='");
      }
      double weight = Double.parseDouble(part.substring(equals + 1).trim());
      if (!(weight >= LEAST_WEIGHT && weight <= GREATEST_WEIGHT)) {
        throw new IllegalArgumentException("weight " + weight + " is not from 0.001 to 1000");
      }
      TenantId tenant = TenantId.of(part.substring(0, equals).trim());
      if (weights.put(tenant, weight) != null) {
        throw new IllegalArgumentException("tenant " + tenant + " is named twice");
      }
    }
    return Collections.unmodifiableMap(weights);
  }
}
