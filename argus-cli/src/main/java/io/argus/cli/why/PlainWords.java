package io.argus.cli.why;

import static io.argus.core.text.Text.format;

import io.argus.cli.output.Output;
import io.argus.core.tenant.Caps.Cap;
import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport.Runaway;
import io.argus.master.status.ClassStatus;
import io.argus.master.status.LocalStatus;
import io.argus.master.status.TenantStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An {@link Explanation} in sentences. Stateless. */
final class PlainWords {
  private static final double MEGABYTE = 1 << 20;
  private static final double MILLIS = 1e3;
  private static final double MICROS = 1e6;

  /** Tenants with a smaller part of the waiting are not named. */
  private static final double MIN_PART = 0.005;

  private PlainWords() {}

  /**
   * Returns one line per fact.
   *
   * @param nowMillis milliseconds since the epoch
   */
  public static List<String> of(Explanation why, long nowMillis) {
    List<String> lines = new ArrayList<>();
    lines.add(headline(why.status()));
    lines.add("");
    time(why, lines);
    lines.add("");
    lines.add("Limited by: " + limit(why));
    servedMeanwhile(why, lines);
    classes(why, lines);
    why.runaways().forEach(each -> lines.add(runaway(each)));
    bottleneckServer(why, lines);
    lines.add("");
    changes(why, nowMillis, lines);
    lines.add("");
    lines.add("What would help: " + Advice.of(why));
    return lines;
  }

  private static String headline(TenantStatus tenant) {
    String rate =
        format("%s does %,.0f operations a second", tenant.tenant(), tenant.operationsPerSecond());
    if (tenant.isCapped()) {
      return rate + "; it may not do more: its cap is " + tenant.cap() + ".";
    }
    if (tenant.isDemandLimited()) {
      return rate + "; it is demand-limited: its clients ask for less than it could get.";
    }
    return rate
        + format(
            "; its isolated throughput is %,.0f, so its throughput loss is %.0f%%.",
            tenant.isolatedThroughput(), 100 * tenant.throughputLoss());
  }

  private static void time(Explanation why, List<String> lines) {
    TimeSpent time = why.time();
    TenantUsage usage = why.usage();
    lines.add(
        format("Where its time goes (%.1f requests in the servers on average):", time.total()));
    double operations = usage.totalOperationsPerSecond();
    if (time.cap() > 0) {
      lines.add(part("waiting for its cap", time.cap(), time, operations));
    }
    if (time.memstore() > 0) {
      lines.add(part("waiting for memstores", time.memstore(), time, operations));
    }
    lines.add(part("waiting for a handler", time.queue(), time, operations));
    lines.add(part("waiting for I/O admission", time.hdfsWait(), time, operations));
    lines.add(part("reading from HDFS", time.hdfsRead(), time, operations));
    lines.add(part("working (cache, CPU)", time.handler(), time, operations));
    lines.add(
        format(
            "  block cache: %.0f %% hits, %.1f of %.1f MB; HDFS: %.1f MB/s read, %.1f MB/s written",
            100 * usage.hitRatio(),
            usage.cacheBytes() / MEGABYTE,
            usage.cacheLimitBytes() / MEGABYTE,
            usage.hdfsReadBytesPerSecond() / MEGABYTE,
            usage.hdfsWrittenBytesPerSecond() / MEGABYTE));
    if (!why.status().cap().toString().isEmpty()) {
      lines.add(
          format(
              "  cap: %s; it does %,.0f ops/s with %,.0f bytes/s from and to its clients",
              why.status().cap(), operations, usage.get(Figure.CLIENT_BYTES)));
    }
    if (usage.get(Figure.MEMSTORE_BYTES) > 0) {
      lines.add(
          format(
              "  memstores: %.1f MB; beside all others it may fill %.1f MB",
              usage.get(Figure.MEMSTORE_BYTES) / MEGABYTE,
              usage.get(Figure.MEMSTORE_SHARE_BYTES) / MEGABYTE));
    }
    if (usage.cpuFraction() > 0 && operations > 0) {
      lines.add(
          format(
              "  CPU: %.2f in use for it, %.0f us an operation",
              usage.cpuFraction(), MICROS * usage.cpuFraction() / operations));
    }
  }

  private static String part(String what, double part, TimeSpent time, double operations) {
    double percent = time.total() == 0 ? 0 : 100 * part / time.total();
    double millis = operations == 0 ? 0 : MILLIS * part / operations;
    return format("  %5.1f %%  %-27s %8.2f ms an operation", percent, what, millis);
  }

  private static String limit(Explanation why) {
    TenantStatus tenant = why.status();
    switch (why.limit()) {
      case IDLE:
        return "nothing; it sends no requests.";
      case DEMAND:
        return format(
            "its own demand. Some request of it waited %.0f %% of the time. The servers would do"
                + " more if its clients asked.",
            100 * why.usage().backlogFraction());
      case CAP:
        ClassStatus ofClass = why.cappedClass();
        return format(
            "%s of %s. %.1f of its requests wait for it on average, %,.0f calls a second must wait%s.",
            ofClass == null ? "its cap" : "the cap of its class " + ofClass.name(),
            ofClass == null ? tenant.cap() : ofClass.cap(),
            why.time().cap(),
            ofClass == null ? why.usage().get(Figure.CAPPED) : ofClass.cappedPerSecond(),
            byServer(why));
      case MEMSTORE:
        return format(
            "its part of the memstores. It writes more than can be flushed: %.1f of its requests"
                + " wait for that on average, %,.0f calls a second must wait. The writes of tenants"
                + " within their parts go on.",
            why.time().memstore(), why.usage().get(Figure.HELD_WRITES));
      case HDFS_RESERVATION:
        return "its share of HDFS. "
            + hdfs(why)
            + format(
                " Its requests wait %.0f ms (p50), %.0f ms (p99) for I/O admission.",
                tenant.hdfsWaitP50Nanos() / 1e6, tenant.hdfsWaitP99Nanos() / 1e6);
      case DISK:
        return "HDFS itself. Its requests are admitted soon, then the disk takes long. "
            + hdfs(why);
      case HANDLERS:
        return format(
            "handlers. Its requests wait %.1f ms (p50), %.1f ms (p99) for a free one.%s",
            tenant.queueWaitP50Nanos() / 1e6, tenant.queueWaitP99Nanos() / 1e6, heldCalls(why));
      default:
        return (why.cpu().isKnown()
                ? "CPU. " + why.cpu().sentence() + ". " + cpuShare(tenant)
                : "CPU. Handlers work on its requests, in memory, nearly all the time.")
            + heldCalls(why);
    }
  }

  private static String heldCalls(Explanation why) {
    double held = why.usage().get(Figure.HELD_CALLS);
    return held > 0
        ? format(
            " Its long calls wait %,.0f times a second for calls of tenants with an SLO on p99.",
            held)
        : "";
  }

  private static String cpuShare(TenantStatus tenant) {
    return format(
        "Its guaranteed share of CPU time is %.0f %%. It uses %.0f %%.",
        100 * tenant.cpuShare(), 100 * tenant.usedCpuShare());
  }

  private static String byServer(Explanation why) {
    List<String> parts = new ArrayList<>();
    why.capWait()
        .forEach(
            (server, requests) -> parts.add(format("%s %.1f", Output.server(server), requests)));
    return parts.size() < 2 ? "" : "; requests by server: " + String.join(", ", parts);
  }

  private static String hdfs(Explanation why) {
    TenantStatus tenant = why.status();
    double moved = why.usage().hdfsReadBytesPerSecond() + why.usage().hdfsWrittenBytesPerSecond();
    if (why.hdfsCapacityBytesPerSecond() == 0) {
      return format(
          "It moves %.1f MB/s. Its guaranteed share is %.0f %% of HDFS.",
          moved / MEGABYTE, 100 * tenant.hdfsShare());
    }
    return format(
        "It moves %.1f MB/s. Its guaranteed share is %.1f MB/s, %.0f %% of the %.1f MB/s that HDFS"
            + " can do.",
        moved / MEGABYTE,
        tenant.hdfsShare() * why.hdfsCapacityBytesPerSecond() / MEGABYTE,
        100 * tenant.hdfsShare(),
        why.hdfsCapacityBytesPerSecond() / MEGABYTE);
  }

  private static void servedMeanwhile(Explanation why, List<String> lines) {
    String served = parts(why.servedMeanwhile(), why, "other requests of its own");
    lines.add(
        served.isEmpty()
            ? "Served while it waited: nobody. It hardly waited."
            : "Served while it waited: " + served + ".");
  }

  /** Tenants with their parts of the sum; empty if the sum is 0. */
  private static String parts(Map<String, Double> byTenant, Explanation why, String self) {
    double all = byTenant.values().stream().mapToDouble(Double::doubleValue).sum();
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, Double> each : byTenant.entrySet()) {
      double part = all == 0 ? 0 : each.getValue() / all;
      if (part >= MIN_PART) {
        boolean own = each.getKey().equals(why.status().tenant());
        parts.add(format("%s %.0f %%", own ? self : each.getKey(), 100 * part));
      }
    }
    return String.join(", ", parts);
  }

  private static String runaway(Runaway hit) {
    return format(
        "%s: the rule '%s' was exceeded by a %s%s%s%s (times: %,d): %s.",
        Output.time(hit.millis()),
        hit.rule(),
        hit.kind(),
        hit.user().isEmpty() ? "" : " of " + hit.user() + " from " + hit.host(),
        hit.table().isEmpty() ? "" : " on " + hit.table(),
        hit.filter().isEmpty() ? "" : " with " + hit.filter(),
        hit.times(),
        hit.done());
  }

  private static void classes(Explanation why, List<String> lines) {
    List<ClassStatus> classes = why.status().classes();
    double served = classes.stream().mapToDouble(ClassStatus::serviceFraction).sum();
    for (ClassStatus each : classes) {
      double operations = each.operationsPerSecond();
      lines.add(
          format(
              "Class %s: %,.0f operations a second; each waits %.1f ms. It has %.0f %% of the time"
                  + " that servers spend on the tenant.%s",
              each.name(),
              operations,
              operations == 0 ? 0 : MILLIS * each.waitFraction() / operations,
              served == 0 ? 0 : 100 * each.serviceFraction() / served,
              cap(each)));
    }
  }

  private static String cap(ClassStatus ofClass) {
    return ofClass.cap() == Cap.NONE
        ? ""
        : format(
            " It uses %.0f %% of its cap of %s, and %.1f of its requests wait for that.",
            100 * ofClass.capFraction(), ofClass.cap(), ofClass.capWaitFraction());
  }

  private static void bottleneckServer(Explanation why, List<String> lines) {
    BottleneckServer held = why.bottleneckServer();
    if (held == null) {
      return;
    }
    LocalStatus there = held.status();
    lines.add(
        format(
            "Bottleneck server: %s, the slowest for it of its %,d servers. It serves %.0f %% of the"
                + " tenant's operations (%,.0f a second).%s",
            Output.server(there.server()),
            held.serverCount(),
            100 * there.demandShare(),
            there.operationsPerSecond(),
            bottleneck(held)));
    lines.add(
        format(
            "  guaranteed there: %.1f %% of the block cache (fills %.1f %%), %.1f %% of HDFS (uses"
                + " %.1f %%)",
            100 * there.cacheShare(),
            100 * there.usedCacheShare(),
            100 * there.hdfsShare(),
            100 * there.usedHdfsShare()));
    String users = parts(held.hdfsUse(), why, "itself");
    if (!users.isEmpty()) {
      lines.add("  HDFS there is used by: " + users);
    }
    String served = parts(held.servedMeanwhile(), why, "other requests of its own");
    if (!served.isEmpty()) {
      lines.add("  served there while it waited: " + served);
    }
  }

  private static String bottleneck(BottleneckServer held) {
    switch (held.bottleneck()) {
      case HDFS:
        return " There, requests wait for I/O admission.";
      case CPU:
        return " There, the CPU is in use.";
      case HANDLERS:
        return " There, requests wait for handlers.";
      default:
        return "";
    }
  }

  private static void changes(Explanation why, long nowMillis, List<String> lines) {
    lines.add(
        format(
            "Guaranteed share: %.1f %% of the block cache, %.1f %% of HDFS, %.1f %% of CPU time.%s",
            100 * why.status().cacheShare(),
            100 * why.status().hdfsShare(),
            100 * why.status().cpuShare(),
            why.changes().isEmpty() ? " No known plan changed it." : " What changed:"));
    for (Explanation.Change change : why.changes()) {
      lines.add(
          format(
              "  %s ago, plan v%d: cache %.1f -> %.1f %%, HDFS %.1f -> %.1f %%%s (%s)",
              ago(nowMillis - change.createdMillis()),
              change.planVersion(),
              100 * change.cacheBefore(),
              100 * change.cacheAfter(),
              100 * change.hdfsBefore(),
              100 * change.hdfsAfter(),
              change.server() == null ? "" : " on " + Output.server(change.server()),
              change.reason()));
    }
  }

  private static String ago(long millis) {
    Duration age = Duration.ofMillis(Math.max(0, millis));
    if (age.toHours() >= 1) {
      return age.toHours() + " h";
    }
    return age.toMinutes() >= 1 ? age.toMinutes() + " min" : age.toMillis() / 1000 + " s";
  }
}
