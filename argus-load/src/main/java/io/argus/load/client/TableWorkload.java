package io.argus.load.client;

import java.util.Properties;

/**
 * A workload on a table: a preset of the experiments, or any CoreWorkload.
 *
 * <p>Implementations are immutable.
 */
public interface TableWorkload {

  /** The name in mixes and reports. */
  String label();

  boolean writes();

  /** The CoreWorkload properties for a table of that many rows. */
  Properties properties(String table, long tableRows);
}
