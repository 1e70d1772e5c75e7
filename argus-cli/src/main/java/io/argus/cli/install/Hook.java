package io.argus.cli.install;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One {@code hbase-site.xml} key by which HBase loads one of Argus's entry classes.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Hook {
  /** The hooks of HBase 2.6. */
  static final ImmutableList<Hook> HBASE_2 =
      ImmutableList.of(
          new Hook(
              "hbase.coprocessor.master.classes",
              "io.argus.hbase2.ArgusMasterCoprocessor",
              "",
              null,
              "planner, in the active master"),
          new Hook(
              "hbase.coprocessor.regionserver.classes",
              "io.argus.hbase2.ArgusRegionServerCoprocessor",
              "",
              null,
              "block cache by tenant, usage reports"),
          new Hook(
              "hbase.region.server.rpc.scheduler.factory.class",
              "io.argus.hbase2.ArgusRpcSchedulerFactory",
              "",
              "argus.scheduler.delegate",
              "requests scheduled by tenant"),
          new Hook(
              "hbase.http.filter.initializers",
              "io.argus.hbase2.ArgusFilterInitializer",
              "org.apache.hadoop.hbase.http.lib.StaticUserWebFilter",
              null,
              "Argus in the web UI of master and region servers"));

  /** The hooks of HBase 0.94. */
  static final ImmutableList<Hook> HBASE_0_94 =
      ImmutableList.of(
          new Hook(
              "hbase.regionserver.impl",
              "io.argus.hbase094.ArgusRegionServer",
              "",
              "argus.regionserver.replaced",
              "block cache and requests by tenant, usage reports"),
          new Hook(
              "hbase.coprocessor.master.classes",
              "io.argus.hbase094.ArgusMasterObserver",
              "",
              null,
              "planner, in the active master"));

  private final String key;
  private final String entryClass;
  private final String byDefault;
  private final @Nullable String displacedTo;
  private final String why;

  /**
   * @param key the key
   * @param entryClass the class that HBase shall load
   * @param byDefault what HBase uses if a list key is not set; may be empty
   * @param displacedTo key that tells Argus which class its entry class replaces; null for a key
   *     that holds a list, to which the entry class is added
   * @param why what the hook is for
   */
  Hook(String key, String entryClass, String byDefault, @Nullable String displacedTo, String why) {
    this.key = key;
    this.entryClass = entryClass;
    this.byDefault = byDefault;
    this.displacedTo = displacedTo;
    this.why = why;
  }

  String key() {
    return key;
  }

  String entryClass() {
    return entryClass;
  }

  String byDefault() {
    return byDefault;
  }

  @Nullable String displacedTo() {
    return displacedTo;
  }

  String why() {
    return why;
  }

  /** The value that the key must have for Argus, given its current value. */
  String install(@Nullable String current) {
    if (displacedTo != null) {
      return entryClass;
    }
    List<String> classes = split(current == null ? byDefault : current);
    if (!classes.contains(entryClass)) {
      classes.add(entryClass);
    }
    return String.join(",", classes);
  }

  /** The value that the key had without Argus, empty if it was not set. */
  Optional<String> uninstall(String current) {
    List<String> classes = split(current);
    classes.remove(entryClass);
    String rest = String.join(",", classes);
    return rest.isEmpty() || rest.equals(byDefault) ? Optional.empty() : Optional.of(rest);
  }

  /** Whether HBase loads the entry class by this key of a site file. */
  boolean isIn(SiteFile site) {
    return site.get(key).orElse("").contains(entryClass);
  }

  private static List<String> split(String value) {
    return Lists.newArrayList(Splitter.on(',').trimResults().omitEmptyStrings().split(value));
  }
}
