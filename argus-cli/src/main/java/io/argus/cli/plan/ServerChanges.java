package io.argus.cli.plan;

import static io.argus.core.text.Text.format;

import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Where plans give tenants other shares on single region servers. Stateless. */
final class ServerChanges {
  /** The most rows of a text. */
  static final int MOST_ROWS = 20;

  /** A smaller difference of shares is rounding. */
  private static final double LEAST = 5e-4;

  private ServerChanges() {}

  /** A tenant's shares on a server. */
  static final class Part {
    private final double cacheShare;
    private final double hdfsShare;

    Part(double cacheShare, double hdfsShare) {
      this.cacheShare = cacheShare;
      this.hdfsShare = hdfsShare;
    }

    double cacheShare() {
      return cacheShare;
    }

    double hdfsShare() {
      return hdfsShare;
    }

    static @Nullable Part of(@Nullable Reservation reservation) {
      return reservation == null
          ? null
          : new Part(reservation.cacheShare(), reservation.hdfsShare());
    }
  }

  /** A tenant on a server under both plans; null where it has no shares there. */
  static final class Change {
    private final String server;
    private final String tenant;
    private final @Nullable Part before;
    private final @Nullable Part after;

    Change(String server, String tenant, @Nullable Part before, @Nullable Part after) {
      this.server = server;
      this.tenant = tenant;
      this.before = before;
      this.after = after;
    }

    String server() {
      return server;
    }

    String tenant() {
      return tenant;
    }

    @Nullable Part before() {
      return before;
    }

    @Nullable Part after() {
      return after;
    }

    double size() {
      Part from = before == null ? new Part(0, 0) : before;
      Part to = after == null ? new Part(0, 0) : after;
      return Math.max(
          Math.abs(to.cacheShare() - from.cacheShare()),
          Math.abs(to.hdfsShare() - from.hdfsShare()));
    }
  }

  /**
   * The changes on servers that have shares of their own under one of the plans, by server and
   * tenant.
   */
  static List<Change> between(Plan from, Plan to) {
    SortedSet<String> servers = new TreeSet<>(from.servers().keySet());
    servers.addAll(to.servers().keySet());
    List<Change> changes = new ArrayList<>();
    for (String server : servers) {
      Map<TenantId, Reservation> before = on(from, server);
      Map<TenantId, Reservation> after = on(to, server);
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
                server, tenant.name(), Part.of(before.get(tenant)), Part.of(after.get(tenant)));
        if (change.size() >= LEAST) {
          changes.add(change);
        }
      }
    }
    return changes;
  }

  private static Map<TenantId, Reservation> on(Plan plan, String server) {
    Map<TenantId, Reservation> there = new TreeMap<>();
    plan.reservationsOn(server).forEach(r -> there.put(r.tenant(), r));
    return there;
  }

  /**
   * The greatest changes as a table, no line for none.
   *
   * @param what the changes are, in the plural
   */
  static List<String> lines(List<Change> changes, String what) {
    TextTable table = new TextTable();
    table.row("server", "tenant", "cache", "hdfs");
    List<Change> greatest = new ArrayList<>(changes);
    greatest.sort(Comparator.comparingDouble(change -> -change.size()));
    int rows = Math.min(MOST_ROWS, greatest.size());
    List<Change> shown = new ArrayList<>(greatest.subList(0, rows));
    shown.sort(Comparator.comparing(Change::server).thenComparing(Change::tenant));
    for (Change change : shown) {
      table.row(
          Output.server(change.server()),
          change.tenant(),
          both(change.before(), change.after(), true),
          both(change.before(), change.after(), false));
    }
    if (rows == 0) {
      return new ArrayList<>();
    }
    List<String> lines = new ArrayList<>(table.lines());
    if (greatest.size() > rows) {
      lines.add(Output.more(greatest.size() - rows, what + "; --json has all"));
    }
    return lines;
  }

  private static String both(@Nullable Part before, @Nullable Part after, boolean cache) {
    String from = share(before, cache);
    String to = share(after, cache);
    return from.equals(to) ? to : from + " -> " + to;
  }

  private static String share(@Nullable Part part, boolean cache) {
    return part == null ? "-" : format("%.3f", cache ? part.cacheShare() : part.hdfsShare());
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
                Part.of(plan.reservation(r.tenant()).orElse(null)),
                Part.of(r)));
      }
    }
    return changes;
  }
}
