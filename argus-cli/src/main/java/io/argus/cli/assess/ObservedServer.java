package io.argus.cli.assess;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one region server did from the first to the last of some documents of {@code /jmx}.
 *
 * <p>HBase counts calls for ever, but shows the mean time of the calls of the last seconds only, in
 * whole milliseconds. So the mean of a span is that of its documents, weighted with the calls that
 * each has more than the one before.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class ObservedServer {
  /** HBase updates what {@code /jmx} shows every ten seconds: a shorter span may show nothing. */
  static final double MIN_SECONDS = 20;

  /** What a time lacks on average because HBase cuts it off to whole milliseconds. */
  private static final double CUT_OFF_MILLIS = 0.5;

  private static final String IPC = JmxDocument.REGION_SERVER + "IPC";
  private static final String IO = JmxDocument.REGION_SERVER + "IO";
  private static final String COUNT = "_num_ops";
  private static final Pattern TABLE =
      Pattern.compile(
          Pattern.quote(JmxDocument.REGION_SERVER) + "TableRequests_Namespace_(.+?)_table_(.+)");
  private static final TenantMapping MAPPING =
      new TenantMapping(TenantRules.parse(""), TenantMapping.Fallback.NAMESPACE);

  final String name;
  final double seconds;

  /** Of all calls, also those to system tables. */
  final double callsPerSecond;

  /** Mean wait of a call in the call queue. */
  final double queueMillis;

  final double diskReadsPerSecond;
  final double diskReadMillis;

  /** Part of the block cache's lookups that hit, 0..1; 1 without lookups. */
  final double hitRatio;

  /** Part of the machine's cores in use, 0..1, by this or any other process. */
  final double cpu;

  /** Part of the time that garbage collections took, 0..1. */
  final double collector;

  /** Part of the time in which writes waited for a flush, 0..1. */
  final double blockedWrites;

  /** By name of the tenant: the namespace of its tables, or a table of the default namespace. */
  final SortedMap<String, TenantCalls> tenants;

  private ObservedServer(List<JmxDocument> documents) {
    JmxDocument last = documents.get(documents.size() - 1);
    name = last.server();
    seconds = (last.uptimeMillis() - documents.get(0).uptimeMillis()) / 1e3;
    callsPerSecond = grown(documents, IPC, "TotalCallTime" + COUNT) / seconds;
    queueMillis = meanMillis(documents, IPC, "QueueCallTime", 0);
    double positional = grown(documents, IO, "FsPReadTime" + COUNT);
    double sequential = grown(documents, IO, "FsReadTime" + COUNT);
    double reads = positional + sequential;
    double readMillis =
        positional * meanMillis(documents, IO, "FsPReadTime", CUT_OFF_MILLIS)
            + sequential * meanMillis(documents, IO, "FsReadTime", CUT_OFF_MILLIS);
    diskReadsPerSecond = reads / seconds;
    diskReadMillis = reads == 0 ? 0 : readMillis / reads;
    double hits = grown(documents, JmxDocument.SERVER, "blockCacheHitCount");
    double lookups = hits + grown(documents, JmxDocument.SERVER, "blockCacheMissCount");
    hitRatio = lookups == 0 ? 1 : hits / lookups;
    double cores = Math.max(1, last.number(JmxDocument.MACHINE, "AvailableProcessors"));
    double own = grown(documents, JmxDocument.MACHINE, "ProcessCpuTime") / 1e9 / seconds / cores;
    cpu = Math.min(1, Math.max(own, mean(documents, ObservedServer::machine)));
    collector = grown(documents, JmxDocument.JVM, "GcTimeMillis") / 1e3 / seconds;
    blockedWrites = grown(documents, JmxDocument.SERVER, "updatesBlockedTime") / 1e3 / seconds;
    tenants = Collections.unmodifiableSortedMap(tenants(documents, seconds));
  }

  /**
   * @param documents of one run of one server, in the order of time
   * @return empty if they span less than {@link #MIN_SECONDS}
   */
  static Optional<ObservedServer> of(List<JmxDocument> documents) {
    double first = documents.get(0).uptimeMillis();
    double last = documents.get(documents.size() - 1).uptimeMillis();
    return last - first < MIN_SECONDS * 1e3
        ? Optional.empty()
        : Optional.of(new ObservedServer(documents));
  }

  private static double machine(JmxDocument document) {
    return Math.max(
        document.number(JmxDocument.MACHINE, "SystemCpuLoad"),
        document.number(JmxDocument.MACHINE, "CpuLoad"));
  }

  private static double mean(List<JmxDocument> documents, ToDoubleFunction<JmxDocument> figure) {
    return documents.stream().mapToDouble(figure).average().orElse(0);
  }

  private static double grown(List<JmxDocument> documents, String bean, String counter) {
    double grown = 0;
    for (int i = 1; i < documents.size(); i++) {
      double before = documents.get(i - 1).number(bean, counter);
      grown += Math.max(0, documents.get(i).number(bean, counter) - before);
    }
    return grown;
  }

  /** The mean of a histogram over the span; 0 if nothing was recorded. */
  private static double meanMillis(
      List<JmxDocument> documents, String bean, String histogram, double cutOffMillis) {
    double count = 0;
    double millis = 0;
    for (int i = 1; i < documents.size(); i++) {
      double calls = grown(documents.subList(i - 1, i + 1), bean, histogram + COUNT);
      count += calls;
      millis += calls * (documents.get(i).number(bean, histogram + "_mean") + cutOffMillis);
    }
    return count == 0 ? 0 : millis / count;
  }

  private static SortedMap<String, TenantCalls> tenants(
      List<JmxDocument> documents, double seconds) {
    SortedMap<String, TenantCalls> tenants = new TreeMap<>();
    JmxDocument last = documents.get(documents.size() - 1);
    for (String bean : last.beans()) {
      Matcher table = TABLE.matcher(bean);
      String tenant = table.matches() ? tenantOf(table.group(1), table.group(2)) : "";
      if (!tenant.isEmpty()) {
        for (String attribute : last.attributes(bean, "Time" + COUNT)) {
          String kind = attribute.substring(0, attribute.length() - COUNT.length());
          double perSecond = grown(documents, bean, attribute) / seconds;
          double millis = meanMillis(documents, bean, kind, CUT_OFF_MILLIS);
          tenants.merge(
              tenant, new TenantCalls(perSecond, perSecond * millis / 1e3), TenantCalls::plus);
        }
      }
    }
    return tenants;
  }

  /** Empty for a system table. The tables of the default namespace can be mapped one by one. */
  private static String tenantOf(String namespace, String table) {
    if (namespace.equals("master")) { // a local region of a master
      return "";
    }
    return MAPPING
        .tenantOf(TableDescription.of(namespace, table, null))
        .map(tenant -> tenant.equals(TenantId.DEFAULT) ? table : tenant.name())
        .orElse("");
  }

  /** Mean number of calls in handlers. */
  double inProgress() {
    return tenants.values().stream().mapToDouble(calls -> calls.inProgress).sum();
  }

  /** Mean number of reads from disk that are under way. */
  double diskReadsInFlight() {
    return diskReadsPerSecond * diskReadMillis / 1e3;
  }
}
