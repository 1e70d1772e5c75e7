package io.argus.cli.plan;

import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reservations as users type them: {@code TENANT=CACHE/HDFS}, or {@code TENANT@SERVER=CACHE/HDFS}
 * for those of one server. Stateless.
 */
final class Shares {
  private Shares() {}

  /**
   * Parses reservations.
   *
   * @throws IllegalArgumentException if one cannot be read; the message names it
   */
  static List<Reservation> parse(List<String> texts) {
    return texts.stream().map(Shares::parse).toList();
  }

  /**
   * The one server that reservations are for; empty if they are for all.
   *
   * @throws IllegalArgumentException if they are for several servers, or for one and for all
   */
  static Optional<String> server(List<String> texts) {
    Set<String> servers = new TreeSet<>();
    for (String text : texts) {
      int at = text.indexOf('@');
      servers.add(at < 0 ? "" : text.substring(at + 1, Math.max(at + 1, text.lastIndexOf('='))));
    }
    if (servers.size() > 1) {
      throw new IllegalArgumentException(
          "the reservations are for several servers " + servers + ": must be for one, or for all");
    }
    return servers.stream().filter(server -> !server.isEmpty()).findFirst();
  }

  /** Parses reservations that are for one server. */
  static List<Reservation> parseOn(String server, List<String> texts) {
    return texts.stream().map(text -> parse(text.replace("@" + server + "=", "="))).toList();
  }

  private static Reservation parse(String text) {
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
        "'" + text + "' cannot be read: must be TENANT=CACHE/HDFS, such as alice=0.6/0.5");
  }
}
