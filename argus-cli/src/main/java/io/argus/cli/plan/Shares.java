package io.argus.cli.plan;

import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.List;

/** Reservations as users type them: {@code TENANT=CACHE/HDFS}. Stateless. */
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
