package io.argus.cli.plan;

import io.argus.cli.output.Output;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reservations as users type them: {@code TENANT=CACHE/HDFS}, or {@code TENANT@SERVER=CACHE/HDFS}
 * for one server.
 *
 * <p>Immutable.
 */
final class Shares {
  private final List<Reservation> clusterWide;
  private final Map<String, List<Reservation>> byServer;

  /**
   * @param clusterWide those without a server
   * @param byServer those with one, by the server as it was typed
   */
  Shares(List<Reservation> clusterWide, Map<String, List<Reservation>> byServer) {
    this.clusterWide = clusterWide;
    this.byServer = byServer;
  }

  List<Reservation> clusterWide() {
    return clusterWide;
  }

  Map<String, List<Reservation>> byServer() {
    return byServer;
  }

  /**
   * Parses reservations.
   *
   * @throws IllegalArgumentException if one cannot be read; the message names it
   */
  static Shares parse(List<String> texts) {
    List<Reservation> clusterWide = new ArrayList<>();
    Map<String, List<Reservation>> byServer = new TreeMap<>();
    for (String text : texts) {
      int at = text.indexOf('@');
      int equals = text.indexOf('=');
      if (at < 0 || equals < at) {
        clusterWide.add(reservation(text, text));
      } else {
        byServer
            .computeIfAbsent(text.substring(at + 1, equals), server -> new ArrayList<>())
            .add(reservation(text.substring(0, at) + text.substring(equals), text));
      }
    }
    return new Shares(clusterWide, byServer);
  }

  private static Reservation reservation(String text, String typed) {
    String[] parts = text.split("[=/]", -1);
    try {
      if (parts.length == 3) {
        return Reservation.of(
            TenantId.of(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
      }
    } catch (NumberFormatException e) {
      // fails below, like a text of the wrong form
    }
    throw new IllegalArgumentException(
        "'"
            + typed
            + "' cannot be read: must be TENANT=CACHE/HDFS, such as alice=0.6/0.5, or"
            + " TENANT@SERVER=CACHE/HDFS, such as alice@rs1.example.com=0.6/0.5");
  }

  /**
   * Returns these shares with the full names of the servers.
   *
   * @param known host, port and start code of each server
   * @throws IllegalArgumentException if a name fits no server, or several
   */
  Shares onServers(Collection<String> known) {
    Map<String, List<Reservation>> full = new TreeMap<>();
    byServer.forEach(
        (typed, reservations) ->
            full.computeIfAbsent(server(typed, known), s -> new ArrayList<>())
                .addAll(reservations));
    return new Shares(clusterWide, full);
  }

  /** A server by its full name, host:port, host, or the first part of the host's name. */
  private static String server(String typed, Collection<String> known) {
    List<String> fitting =
        known.stream()
            .filter(
                name ->
                    name.equals(typed)
                        || Output.server(name).equals(typed)
                        || name.startsWith(typed + ",")
                        || name.startsWith(typed + "."))
            .collect(Collectors.toList());
    if (fitting.size() == 1) {
      return fitting.get(0);
    }
    throw new IllegalArgumentException(
        (fitting.isEmpty() ? "no server is called '" : "several servers are called '")
            + typed
            + "': must be one of "
            + names(fitting.isEmpty() ? known : fitting));
  }

  private static String names(Collection<String> servers) {
    int most = 10;
    List<String> names =
        servers.stream().sorted().limit(most).map(Output::server).collect(Collectors.toList());
    return String.join(", ", names)
        + (servers.size() > most ? ", " + Output.more(servers.size() - most, "servers") : "");
  }
}
