package io.argus.cli.observe;

import static io.argus.core.text.Text.format;
import static java.util.stream.Collectors.joining;

import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.Caps.Cap;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ServerCpu;
import io.argus.master.status.ClassStatus;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.ServerStatus;
import io.argus.master.status.TenantStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of {@code argus status}: one sentence, counts, problems, tenants, and servers where
 * something is other than it should be. Unless it is wide, it has at most 50 lines of {@link
 * Output#WIDTH} columns.
 *
 * <p>Stateless.
 */
final class StatusText {
  static final int MAX_PROBLEMS = 6;
  static final int MAX_TENANTS = 18;

  private static final double MEGABYTE = 1 << 20;

  private StatusText() {}

  /** The lines, which may have characters that a terminal would obey. */
  static List<String> lines(ClusterStatus status, boolean wide) {
    List<String> lines = Output.wrapped(status.headline(Output::time));
    lines.addAll(ServersText.modes(status));
    lines.add(
        Screen.plan(status) + (status.planReason().isEmpty() ? "" : ": " + status.planReason()));
    lines.add(counts(status));
    if (wide) {
      lines.add(Screen.scores(status));
    }
    int most = wide ? Integer.MAX_VALUE : MAX_PROBLEMS;
    status.problems().stream().limit(most).forEach(problem -> lines.add("PROBLEM " + problem));
    if (status.problems().size() > most) {
      lines.add(Output.more(status.problems().size() - most, "problems; see argus doctor"));
    }
    lines.add("");
    lines.addAll(tenants(status, wide));
    if (wide) {
      lines.addAll(classes(status));
    }
    lines.addAll(wide ? everyServer(status) : ServersText.exceptions(status));
    return wide ? lines : lines.stream().map(Output::cut).collect(Collectors.toList());
  }

  private static String counts(ClusterStatus status) {
    long below = status.tenants().stream().filter(TenantStatus::isBelowShare).count();
    long capped =
        status.tenants().stream()
            .filter(tenant -> tenant.isCapped() || tenant.cappedClass() != null)
            .count();
    return format(
        "%,d tenants, %,d below their shares%s; worst loss %s; %,d SLOs, %,d missed; %,d problems",
        status.tenants().size(),
        below,
        capped == 0 ? "" : format(", %,d at their caps", capped),
        Screen.loss(status.worstThroughputLoss()),
        status.slos().size(),
        status.slosMissed(),
        status.problems().size());
  }

  private static List<String> tenants(ClusterStatus status, boolean wide) {
    List<TenantStatus> sorted = new ArrayList<>(status.tenants());
    sorted.sort(
        Comparator.comparing((TenantStatus tenant) -> !tenant.isBelowShare())
            .thenComparing(Comparator.comparingDouble(TenantStatus::throughputLoss).reversed())
            .thenComparing(TenantStatus::tenant));
    int shown = wide ? sorted.size() : Math.min(MAX_TENANTS, sorted.size());
    TextTable table = new TextTable();
    List<String> heading =
        new ArrayList<>(
            Arrays.asList(
                "tenant",
                "ops/s",
                "p99 ms",
                "loss",
                "",
                "cache",
                "HDFS",
                "hits",
                "cached MB",
                "HDFS MB/s",
                "CPU",
                "queue p50/p99"));
    if (wide) {
      heading.addAll(Arrays.asList("CPU share/used", "isolated ops/s", "function"));
    }
    table.row(heading);
    sorted.subList(0, shown).forEach(tenant -> table.row(row(tenant, wide)));
    List<String> lines = table.lines();
    if (sorted.size() > shown) {
      lines.add(Output.more(sorted.size() - shown, "tenants; -o wide has them"));
    }
    return lines;
  }

  private static List<String> row(TenantStatus tenant, boolean wide) {
    List<String> row =
        new ArrayList<>(
            Arrays.asList(
                tenant.tenant(),
                format("%,.0f", tenant.operationsPerSecond()),
                Screen.p99(tenant.responseP99Nanos()),
                tenant.isDemandLimited() ? "-" : Screen.loss(tenant.throughputLoss()),
                state(tenant),
                Screen.share(tenant.cacheShare()),
                Screen.share(tenant.hdfsShare()),
                Screen.share(tenant.hitRatio()),
                format("%.0f", tenant.cacheBytes() / MEGABYTE),
                format("%.1f", tenant.hdfsReadBytesPerSecond() / MEGABYTE),
                format("%.2f", tenant.cpuFraction()),
                Screen.waits(tenant.queueWaitP50Nanos(), tenant.queueWaitP99Nanos())));
    if (wide) {
      row.add(Screen.cpuShares(tenant));
      row.add(format("%,.0f", tenant.isolatedThroughput()));
      row.add(tenant.function());
    }
    return row;
  }

  private static String state(TenantStatus tenant) {
    if (tenant.isBelowShare()) {
      return "below";
    }
    if (tenant.isCapped()) {
      return Screen.capped(tenant);
    }
    ClassStatus ofClass = tenant.cappedClass();
    if (ofClass != null) {
      return ofClass.name() + " capped " + ofClass.cap();
    }
    if (tenant.waitsForMemstores()) {
      return "writes wait";
    }
    return tenant.isDemandLimited() ? "demand-limited" : "";
  }

  private static List<String> classes(ClusterStatus status) {
    TextTable table = new TextTable();
    table.row("class", "ops/s", "cap", "used", "wait for it");
    for (TenantStatus tenant : status.tenants()) {
      for (ClassStatus each : tenant.classes()) {
        boolean hasCap = each.cap() != Cap.NONE;
        table.row(
            Caps.holder(TenantId.of(tenant.tenant()), each.name()),
            format("%,.0f", each.operationsPerSecond()),
            hasCap ? each.cap().toString() : "-",
            hasCap ? Screen.share(each.capFraction()) : "-",
            format("%.1f", each.capWaitFraction()));
      }
    }
    List<String> lines = new ArrayList<>();
    if (table.lines().size() > 1) {
      lines.add("");
      lines.addAll(table.lines());
    }
    return lines;
  }

  private static List<String> everyServer(ClusterStatus status) {
    List<String> lines = LocalTable.lines(status);
    List<ServerStatus> servers = new ArrayList<>(status.servers());
    servers.sort(Comparator.comparing(ServersText::works));
    for (ServerStatus server : servers) {
      lines.addAll(Arrays.asList("", line(server)));
    }
    return lines;
  }

  private static String line(ServerStatus server) {
    String components = server.components().stream().map(each -> "  " + each).collect(joining());
    ServerCpu cpu = server.cpu();
    String busy =
        cpu.isKnown() ? format("  %.1f of %d cores busy", cpu.busy(), cpu.available()) : "";
    String guard = server.setup().guard().isEmpty() ? "" : "  guard: " + server.setup().guard();
    return format(
        "%s  plan v%d  %s%s%s%s",
        server.server(), server.planVersion(), ServersText.mode(server), busy, components, guard);
  }
}
