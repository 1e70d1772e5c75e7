package io.argus.cli.plan;

import static io.argus.core.text.Text.format;

import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.cli.plan.TenantChange.Part;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Where plans give tenants other shares on single region servers. Stateless. */
final class ServerChanges {
  /** The most rows of a text. */
  static final int MAX_ROWS = 20;

  /** A smaller difference of shares is rounding. */
  private static final double MIN_CHANGE = 5e-4;

  private ServerChanges() {}

  /** A tenant on a server under both plans; null where it has no shares there. */
  static final class Change extends TenantChange {
    private final String server;

    Change(String server, String tenant, @Nullable Part before, @Nullable Part after) {
      super(tenant, before, after);
      this.server = server;
    }

    String server() {
      return server;
    }

    /** By how much the shares of the resource differ that differ most. */
    double size() {
      return Math.max(
          difference(Part::cpuShare),
          Math.max(difference(Part::cacheShare), difference(Part::hdfsShare)));
    }

    private double difference(ToDoubleFunction<Part> share) {
      Part from = before();
      Part to = after();
      return Math.abs(
          (to == null ? 0 : share.applyAsDouble(to))
              - (from == null ? 0 : share.applyAsDouble(from)));
    }
  }

  /**
   * The changes on servers that have shares of their own under one of the plans, by server and
   * tenant.
   */
  static List<Change> between(Plan from, Plan to) {
    List<Change> changes = new ArrayList<>();
    for (String server :
        new TreeSet<>(Sets.union(from.servers().keySet(), to.servers().keySet()))) {
      Map<TenantId, Reservation> before =
          Maps.uniqueIndex(from.reservationsOn(server), Reservation::tenant);
      Map<TenantId, Reservation> after =
          Maps.uniqueIndex(to.reservationsOn(server), Reservation::tenant);
      // Cluster-wide reservations name tenants that are not on the server.
      SortedSet<TenantId> there = new TreeSet<>();
      if (from.servers().containsKey(server)) {
        there.addAll(before.keySet());
      }
      if (to.servers().containsKey(server)) {
        there.addAll(after.keySet());
      }
      for (TenantId tenant : there) {
        Change change =
            new Change(
                server,
                tenant.name(),
                Part.of(before.get(tenant), from.cpuShare(tenant, server)),
                Part.of(after.get(tenant), to.cpuShare(tenant, server)));
        if (change.size() >= MIN_CHANGE) {
          changes.add(change);
        }
      }
    }
    return changes;
  }

  /**
   * The greatest changes as a table, no line for none.
   *
   * @param what the changes are, in the plural
   */
  static List<String> lines(List<Change> changes, String what) {
    TextTable table = new TextTable();
    table.row("server", "tenant", "cache", "hdfs", "cpu");
    List<Change> greatest = new ArrayList<>(changes);
    greatest.sort(Comparator.comparingDouble(change -> -change.size()));
    int rows = Math.min(MAX_ROWS, greatest.size());
    List<Change> shown = new ArrayList<>(greatest.subList(0, rows));
    shown.sort(Comparator.comparing(Change::server).thenComparing(Change::tenant));
    for (Change change : shown) {
      table.row(
          Output.server(change.server()),
          change.tenant(),
          change.cell(part -> format("%.3f", part.cacheShare())),
          change.cell(part -> format("%.3f", part.hdfsShare())),
          change.cell(part -> format("%.3f", part.cpuShare())));
    }
    if (rows == 0) {
      return new ArrayList<>();
    }
    List<String> lines = new ArrayList<>(table.lines());
    if (greatest.size() > rows) {
      lines.add(Output.more(greatest.size() - rows, what + "; -o json has all"));
    }
    return lines;
  }

  /** Where servers have shares of their own: what they are there, beside the cluster-wide ones. */
  static List<Change> fromClusterWide(Plan plan) {
    List<Change> changes = new ArrayList<>();
    for (ServerShares own : plan.servers().values()) {
      for (Reservation r : own.reservations()) {
        changes.add(
            new Change(
                own.server(),
                r.tenant().name(),
                Part.of(plan.reservation(r.tenant()).orElse(null), plan.cpuShare(r.tenant())),
                Part.of(r, plan.cpuShare(r.tenant(), own.server()))));
      }
    }
    return changes;
  }
}
