package io.argus.load.client;

import static io.argus.load.basics.Argument.require;

import java.util.Objects;
import java.util.Properties;

/**
 * A preset on other rows than its own: the same number of rows, further on in the table. It is
 * written such as {@code exhot.2}, which has no row in common with {@code exhot} or {@code
 * exhot.1}.
 *
 * <p>Immutable.
 */
final class MovedPreset implements TableWorkload {
  private static final char DOT = '.';

  private final Preset preset;
  private final int moves;

  /**
   * @param moves how often its rows moved, at least 1
   */
  MovedPreset(Preset preset, int moves) {
    require(moves >= 1, "moves", moves, "at least 1");
    this.preset = preset;
    this.moves = moves;
  }

  static boolean isLabel(String name) {
    return name.indexOf(DOT) >= 0;
  }

  static MovedPreset named(String name) {
    int dot = name.indexOf(DOT);
    return new MovedPreset(
        Preset.named(name.substring(0, dot)), Integer.parseInt(name.substring(dot + 1)));
  }

  @Override
  public String label() {
    return preset.label() + DOT + moves;
  }

  @Override
  public boolean writes() {
    return preset.writes();
  }

  @Override
  public Properties properties(String table, long tableRows) {
    long rows = preset.touchedRows(tableRows);
    long end = rows * (moves + 1);
    require(end <= tableRows, "moves of " + preset.label(), moves, "within the table's rows");
    Properties properties = preset.properties(table, tableRows);
    properties.setProperty("insertstart", Long.toString(end - rows));
    properties.setProperty("insertcount", Long.toString(rows));
    properties.setProperty("recordcount", Long.toString(end));
    return properties;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MovedPreset
        && ((MovedPreset) other).preset == preset
        && ((MovedPreset) other).moves == moves;
  }

  @Override
  public int hashCode() {
    return Objects.hash(preset, moves);
  }
}
