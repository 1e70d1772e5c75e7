package io.argus.cli.plan;

import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.List;

/** Reservations as they are typed: {@code TENANT=CACHE/HDFS}. Stateless; for use by any thread. */
public final class Shares {
  private Shares() {}

  /**
   * Parses reservations.
   *
   * @throws IllegalArgumentException naming the text that cannot be read
   */
  public static List<Reservation> parse(List<String> texts) {
    List<Reservation> reservations = new ArrayList<>();
    for (String text : texts) {
      reservations.add(parse(text));
    }
    return reservations;
  }

  private static Reservation parse(String text) {
    String[] parts = text.split("[=/]", -1);
    try {
      if (parts.length == 3) {
        return Reservation.of(
            TenantId.of(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
      }
    } catch (NumberFormatException e) {
      // told below, like a text of the wrong form
    }
    throw new IllegalArgumentException(
        "'" + text + "' cannot be read: must be TENANT=CACHE/HDFS, such as alice=0.6/0.5");
  }
}
