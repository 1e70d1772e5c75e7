package io.argus.load.client;

import io.argus.load.basics.Argument;
import java.util.Locale;
import java.util.Properties;
import site.ycsb.Utils;

/**
 * A workload of the contention experiments, as properties of YCSB's CoreWorkload.
 *
 * <p>Keys are hashed, so that every row of a zipfian workload lies in a block of its own.
 */
public enum Preset implements TableWorkload {
  /** Gets, uniform over all rows. */
  UNIFORM("uniform", 1.0, 1.0, 0, 0),
  /** Gets, zipfian over 3.75 % of the rows: more blocks than fit the cache. */
  HOT("zipfian", 0.0375, 1.0, 0, 0),
  /** Gets, zipfian over 0.25 % of the rows: their blocks fit the cache. */
  EXHOT("zipfian", 0.0025, 1.0, 0, 0),
  /** Scans of 100 rows, starts uniform over all rows. */
  SCAN("uniform", 1.0, 0, 0, 1.0),
  /** Half gets, half updates, uniform over all rows. */
  RW("uniform", 1.0, 0.5, 0.5, 0);

  /** Bytes of the one value in a row; with key and framing a row takes about 1,150 bytes. */
  public static final int VALUE_BYTES = 1100;

  public static final int SCAN_ROWS = 100;

  private final String distribution;
  private final double rowsFraction;
  private final double reads;
  private final double updates;
  private final double scans;

  Preset(String distribution, double rowsFraction, double reads, double updates, double scans) {
    this.distribution = distribution;
    this.rowsFraction = rowsFraction;
    this.reads = reads;
    this.updates = updates;
    this.scans = scans;
  }

  public static Preset named(String name) {
    for (Preset preset : values()) {
      if (preset.label().equals(name.toLowerCase(Locale.ROOT))) {
        return preset;
      }
    }
    throw new IllegalArgumentException(
        "workload is " + Argument.shown(name) + "; choose uniform, hot, exhot, scan or rw");
  }

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean writes() {
    return updates > 0;
  }

  /**
   * This workload after the rows that it touches have moved on in the table.
   *
   * @param moves how often, from 0; they never come back
   */
  public TableWorkload moved(int moves) {
    return moves == 0 ? this : new MovedPreset(this, moves);
  }

  /** Rows that the workload touches in a table of that many rows, at least 1. */
  public long touchedRows(long tableRows) {
    return Math.max(1, Math.round(tableRows * rowsFraction));
  }

  @Override
  public Properties properties(String table, long tableRows) {
    Properties properties = tableProperties(table, touchedRows(tableRows));
    properties.setProperty("requestdistribution", distribution);
    properties.setProperty("readproportion", Double.toString(reads));
    properties.setProperty("updateproportion", Double.toString(updates));
    properties.setProperty("scanproportion", Double.toString(scans));
    properties.setProperty("insertproportion", "0");
    properties.setProperty("minscanlength", Integer.toString(SCAN_ROWS));
    properties.setProperty("maxscanlength", Integer.toString(SCAN_ROWS));
    return properties;
  }

  /** The key CoreWorkload gives the row of that number. */
  public static String key(long number) {
    return "user" + Utils.hash(number);
  }

  /** The properties that describe a table: its name, its rows and the shape of a row. */
  public static Properties tableProperties(String table, long rows) {
    Properties properties = new Properties();
    properties.setProperty("table", table);
    properties.setProperty("recordcount", Long.toString(rows));
    properties.setProperty("operationcount", "1");
    properties.setProperty("fieldcount", "1");
    properties.setProperty("fieldlength", Integer.toString(VALUE_BYTES));
    properties.setProperty("insertorder", "hashed");
    return properties;
  }
}
