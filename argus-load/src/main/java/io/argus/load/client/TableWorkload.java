package io.argus.load.client;

import java.util.Locale;
import java.util.Properties;

/**
 * A workload on a table: a preset of the experiments, or any CoreWorkload.
 *
 * <p>Implementations are immutable.
 */
public interface TableWorkload {

  /**
   * The workload of that name: a {@link Preset}, one on other rows such as {@code exhot.2}, or
   * {@link Requests} of one row.
   *
   * @throws IllegalArgumentException if there is none
   */
  static TableWorkload named(String name) {
    String label = name.toLowerCase(Locale.ROOT);
    if (MovedPreset.isLabel(label)) {
      return MovedPreset.named(label);
    }
    return Requests.Kind.labels().contains(label)
        ? Requests.of(Requests.Kind.named(label))
        : Preset.named(name);
  }

  /** The name in mixes and reports. */
  String label();

  boolean writes();

  /** The CoreWorkload properties for a table of that many rows. */
  Properties properties(String table, long tableRows);
}
