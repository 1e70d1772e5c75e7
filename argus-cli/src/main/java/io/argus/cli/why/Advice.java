package io.argus.cli.why;

import static io.argus.core.text.Text.format;

import io.argus.core.tenant.Caps;
import io.argus.core.tenant.Caps.Cap;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageCounter;
import io.argus.master.status.ClassStatus;

/** Says what an operator can do for a tenant. Stateless. */
final class Advice {
  /** Above this, more block cache brings little. */
  private static final double WELL_CACHED = 0.95;

  private Advice() {}

  static String of(Explanation why) {
    String tenant = why.status().tenant();
    switch (why.limit()) {
      case IDLE:
      case DEMAND:
        return "nothing on the servers. To make it faster, look at its clients: more threads or bigger"
            + " batches, the network, retries"
            + remarks(why);
      case CAP:
        ClassStatus ofClass = why.cappedClass();
        String holder = ofClass == null ? tenant : Caps.holder(TenantId.of(tenant), ofClass.name());
        Cap cap = ofClass == null ? why.status().cap() : ofClass.cap();
        return format(
                "a greater cap. 'argus tenant cap %s %s' has set it: the same command with a greater number"
                    + " changes it, 'argus tenant cap %s --remove' takes it away",
                holder, cap.options(), holder)
            + remarks(why);
      case MEMSTORE:
        return "flushes that are faster or fewer: a faster disk, larger memstores"
            + " (hbase.regionserver.global.memstore.size), fewer store files to compact; or clients"
            + " that write less"
            + remarks(why);
      case HDFS_RESERVATION:
        return share(why, tenant) + remarks(why);
      case DISK:
        return (why.usage().hitRatio() < WELL_CACHED
                ? "more block cache for it (see 'argus plan what-if'), or "
                : "")
            + "a faster or less busy disk: check whether compactions, other software or a failing"
            + " disk keep the DataNodes busy. 'argus doctor' names the bottleneck of each server"
            + remarks(why);
      case HANDLERS:
        return "check whether the CPU is busy. If it is not, raise"
            + " hbase.regionserver.handler.count. If they are, only more servers or less work"
            + " help"
            + remarks(why);
      default:
        return "CPU time: cheaper requests (filters, big rows, many"
            + " versions), fewer other tenants on these servers, or more servers"
            + remarks(why);
    }
  }

  private static String share(Explanation why, String tenant) {
    String ask =
        format(
            "'argus plan what-if %s=CACHE/HDFS' predicts what other shares would bring it and cost"
                + " the others; 'argus plan pin' puts them in force, and 'argus slo set' sets an SLO",
            tenant);
    boolean others =
        why.servedMeanwhile().entrySet().stream()
            .anyMatch(each -> !each.getKey().equals(tenant) && each.getValue() > 0);
    String cached =
        why.usage().hitRatio() < WELL_CACHED
            ? format(
                "a greater share: %.0f %% of its lookups miss the block cache, and it waits for I/O"
                    + " after each miss. ",
                100 * (1 - why.usage().hitRatio()))
            : "a greater share of HDFS. ";
    return others ? cached + ask : "a faster disk or more cache: no other tenant uses HDFS. " + ask;
  }

  private static String remarks(Explanation why) {
    double rejected = why.usage().rejectedPerSecond();
    String full =
        rejected > 0
            ? format(
                ". Its queue is full: %.0f requests a second are refused and tried again. Fewer client"
                    + " threads or a greater argus.queue.length end that.",
                rejected)
            : ".";
    return full
        + ignored(
            why,
            UsageCounter.IGNORED_PRIORITIES,
            " Its clients have set a priority on %,d requests since the servers started. Such requests"
                + " wait their turn like all others, unless argus.priority.users names the user.")
        + ignored(
            why,
            UsageCounter.IGNORED_ATTRIBUTES,
            " An attribute has named another tenant on %,d of its requests since the servers started,"
                + " which no rule of 'argus tenant rules' allows.")
        + ignored(
            why,
            UsageCounter.RUNAWAYS,
            " %,d of its requests have exceeded limits since the servers started; 'argus tenant runaway"
                + " hits' lists the last ones.");
  }

  private static String ignored(Explanation why, UsageCounter counter, String sentence) {
    long ignored = why.usage().totals().get(counter);
    return ignored > 0 ? format(sentence, ignored) : "";
  }
}
