package io.argus.cli.observe;

import static io.argus.core.text.Text.format;

import io.argus.cli.output.Output;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The text of {@code argus top}: a head, then the tenants, the greatest loss first.
 *
 * <p>Stateless.
 */
final class Screen {
  private static final double MEGABYTE = 1 << 20;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int HEAD_LINES = 4;

  private Screen() {}

  /**
   * The rows of the table, the heading first.
   *
   * @param wide with the columns for which a terminal of 120 columns has no room
   */
  static List<String[]> rows(ClusterStatus status, boolean wide) {
    boolean several = status.servers().size() > 1;
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        row(
            wide,
            Arrays.asList(
                "tenant",
                "loss",
                "ops/s",
                "cache",
                "HDFS",
                "hit ratio",
                "HDFS MB/s",
                "CPU",
                "queue ms",
                "HDFS wait ms"),
            "CPU share/used",
            "isolated ops/s",
            "queue",
            several ? "bottleneck server" : ""));
    status.tenants().stream()
        .sorted(
            Comparator.comparingDouble(TenantStatus::throughputLoss)
                .reversed()
                .thenComparing(
                    Comparator.comparingDouble(TenantStatus::operationsPerSecond).reversed())
                .thenComparing(TenantStatus::tenant))
        .forEach(tenant -> rows.add(row(tenant, wide, several)));
    return rows.stream().map(row -> row.toArray(new String[0])).collect(Collectors.toList());
  }

  private static List<String> row(
      boolean wide,
      List<String> first,
      String cpuShares,
      String isolated,
      String queue,
      String bottleneck) {
    List<String> row = new ArrayList<>(first);
    if (wide) {
      row.add(cpuShares);
      row.add(isolated);
      row.add(queue);
    }
    row.add(bottleneck);
    return row;
  }

  private static List<String> row(TenantStatus tenant, boolean wide, boolean several) {
    String limited = wide ? "demand-limited" : "-";
    String capped = wide ? capped(tenant) : "capped";
    return row(
        wide,
        Arrays.asList(
            tenant.tenant(),
            tenant.isCapped()
                ? capped
                : tenant.isDemandLimited() ? limited : loss(tenant.throughputLoss()),
            format("%,.0f", tenant.operationsPerSecond()),
            share(tenant.cacheShare()),
            share(tenant.hdfsShare()),
            format("%.2f", tenant.hitRatio()),
            format(
                "%.1f",
                (tenant.hdfsReadBytesPerSecond() + tenant.hdfsWrittenBytesPerSecond()) / MEGABYTE),
            format("%.2f", tenant.cpuFraction()),
            waits(tenant.queueWaitP50Nanos(), tenant.queueWaitP99Nanos()),
            waits(tenant.hdfsWaitP50Nanos(), tenant.hdfsWaitP99Nanos())),
        cpuShares(tenant),
        format("%,.0f", tenant.isolatedThroughput()),
        Integer.toString(tenant.queueLength()),
        several ? bottleneckServer(tenant) : "");
  }

  /**
   * The bottleneck server of a tenant, and on how many servers the tenant is: "rs1:16020 of 300".
   */
  static String bottleneckServer(TenantStatus tenant) {
    return tenant.bottleneckServer().isEmpty()
        ? "-"
        : Output.server(tenant.bottleneckServer())
            + (tenant.serverCount() > 1 ? format(" of %,d", tenant.serverCount()) : "");
  }

  /** The share of the CPU that is guaranteed to a tenant, and the part that it uses. */
  static String cpuShares(TenantStatus tenant) {
    return format("%.2f/%.2f", tenant.cpuShare(), tenant.usedCpuShare());
  }

  /** That its cap slows a tenant, and which one that is. */
  static String capped(TenantStatus tenant) {
    return "capped " + tenant.cap();
  }

  /**
   * A share, or another part of a whole, as a percentage.
   *
   * @param share 0..1
   */
  static String share(double share) {
    return format("%.0f%%", 100 * share);
  }

  /**
   * A loss as a percentage.
   *
   * @param throughputLoss part of the isolated throughput that is lost, 0..1
   */
  static String loss(double throughputLoss) {
    return format("%.0f%%", 100 * throughputLoss);
  }

  /** A 99th percentile in milliseconds, or that there was no request. */
  static String p99(double nanos) {
    return nanos > 0 ? format("%,.1f", nanos / NANOS_PER_MILLI) : "-";
  }

  /** A median and a 99th percentile in milliseconds. */
  static String waits(long p50Nanos, long p99Nanos) {
    return format("%.1f/%.1f", p50Nanos / NANOS_PER_MILLI, p99Nanos / NANOS_PER_MILLI);
  }

  static String plan(ClusterStatus status) {
    return status.planVersion() == 0
        ? "no plan yet"
        : format(
            "plan v%d %s (%d s old)",
            status.planVersion(),
            String.valueOf(status.planMode()).toLowerCase(Locale.ROOT),
            status.planAgeMillis() / 1000);
  }

  /** The scores that the planner maximizes, for experts. */
  static String scores(ClusterStatus status) {
    return format(
        "J %.3f  E %.3f  D %.3f (alpha %.2f)  min-max %.3f",
        status.jIndex(),
        status.efficiency(),
        status.dScore(),
        status.alpha(),
        status.minMaxRatio());
  }

  /**
   * The lines above the table.
   *
   * @param nowMillis milliseconds since the epoch
   */
  static List<String> head(ClusterStatus status, long nowMillis, boolean wide) {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "Argus  mode %s  %s  %d servers%s",
            status.mode().name().toLowerCase(Locale.ROOT),
            plan(status),
            status.servers().size(),
            problems(status)));
    lines.add(
        format(
            "worst loss %s  as of %d s ago%s",
            loss(status.worstThroughputLoss()),
            Math.max(0, nowMillis - status.writtenMillis()) / 1000,
            wide ? "  " + scores(status) : ""));
    lines.add("");
    return lines;
  }

  private static String problems(ClusterStatus status) {
    int problems = status.problems().size();
    return problems == 0 ? "" : "  " + problems + " problems, see argus doctor";
  }

  /**
   * The lines that fit on a terminal.
   *
   * @param table lines of the table, the heading first
   * @param height lines of the terminal
   * @param width columns of the terminal
   */
  static List<String> fitted(List<String> head, List<String> table, int height, int width) {
    List<String> lines = new ArrayList<>(head);
    int room = Math.max(1, height - HEAD_LINES - 1);
    lines.addAll(table.subList(0, Math.min(room, table.size())));
    if (table.size() > room) {
      lines.add("and " + (table.size() - room) + " more tenants");
    }
    return lines.stream()
        .map(line -> line.length() > width ? line.substring(0, width) : line)
        .collect(Collectors.toList());
  }
}
