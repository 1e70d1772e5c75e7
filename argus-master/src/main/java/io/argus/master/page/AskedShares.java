package io.argus.master.page;

import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Shares that somebody asks about: {@code alice=0.6/0.5} of every server, {@code alice@rs1=0.6/0.5}
 * of one.
 *
 * <p>Not changed once built.
 */
final class AskedShares {
  private static final int MAX_NAMED_SERVERS = 10;

  final List<Reservation> clusterWide = new ArrayList<>();

  /** By host, port and start code. */
  final Map<String, List<Reservation>> byServer = new TreeMap<>();

  /**
   * @param asked cache share / HDFS share by tenant, or by tenant@server
   * @param servers host, port and start code of each server
   * @throws IllegalArgumentException naming what cannot be read, or fits no server or several
   */
  AskedShares(Map<String, String> asked, Collection<String> servers) {
    asked.forEach(
        (name, shares) -> {
          int at = name.indexOf('@');
          Reservation wanted = reservation(at < 0 ? name : name.substring(0, at), name, shares);
          if (at < 0) {
            clusterWide.add(wanted);
          } else {
            String server = server(name.substring(at + 1), servers);
            byServer.computeIfAbsent(server, s -> new ArrayList<>()).add(wanted);
          }
        });
  }

  private static Reservation reservation(String tenant, String name, String shares) {
    String[] parts = shares.split("/", -1);
    try {
      if (parts.length == 2) {
        return Reservation.of(
            TenantId.of(tenant), Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
      }
    } catch (NumberFormatException e) {
      // The message below says what is wrong.
    }
    throw new IllegalArgumentException(
        "'"
            + Shortened.of(name + "=" + shares)
            + "' cannot be read: must be TENANT=CACHE/HDFS, such as alice=0.6/0.5, or"
            + " TENANT@SERVER=CACHE/HDFS, such as alice@rs1.example.com=0.6/0.5");
  }

  /** A server by its full name, host:port, host, or the first part of the host's name. */
  private static String server(String asked, Collection<String> servers) {
    List<String> fitting =
        servers.stream()
            .filter(
                name ->
                    name.equals(asked)
                        || hostAndPort(name).equals(asked)
                        || name.startsWith(asked + ",")
                        || name.startsWith(asked + "."))
            .collect(Collectors.toList());
    if (fitting.size() == 1) {
      return fitting.get(0);
    }
    throw new IllegalArgumentException(
        (fitting.isEmpty() ? "no server is called '" : "several servers are called '")
            + Shortened.of(asked)
            + "': must be one of "
            + names(fitting.isEmpty() ? servers : fitting));
  }

  private static String hostAndPort(String server) {
    String[] parts = server.split(",", -1);
    return parts.length < 2 ? server : parts[0] + ":" + parts[1];
  }

  private static String names(Collection<String> servers) {
    int more = servers.size() - MAX_NAMED_SERVERS;
    return servers.stream()
            .sorted()
            .limit(MAX_NAMED_SERVERS)
            .map(AskedShares::hostAndPort)
            .collect(Collectors.joining(", "))
        + (more > 0 ? ", and " + more + " more servers" : "");
  }
}
