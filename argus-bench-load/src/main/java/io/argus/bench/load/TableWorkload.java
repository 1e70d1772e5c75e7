package io.argus.bench.load;

import java.util.Properties;

/**
 * What a client does to a table: a preset of the experiments or anything that CoreWorkload takes.
 *
 * <p>Implementations are immutable.
 */
public interface TableWorkload {

  /** The name in mixes and reports. */
  String label();

  /** Whether the workload changes rows. */
  boolean writes();

  /** The CoreWorkload properties for a table of that many rows. */
  Properties properties(String table, long tableRows);
}
