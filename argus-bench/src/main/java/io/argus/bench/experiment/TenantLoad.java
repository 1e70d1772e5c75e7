package io.argus.bench.experiment;

import io.argus.bench.load.TableWorkload;
import java.util.Map;
import java.util.TreeMap;

/**
 * One tenant of a mix: its workload and how many client threads drive it.
 *
 * @param name the tenant, which is also the namespace of its table
 * @param rows rows of its table, 0 for as many as the campaign gives every tenant
 * @param weight how much its violation counts beside another's
 *     <p>Immutable.
 */
public record TenantLoad(
    String name, TableWorkload workload, int threads, long rows, double weight) {

  public TenantLoad {
    if (!name.matches("[a-z][a-z0-9]{0,30}")) {
      throw new IllegalArgumentException(
          "tenant is '" + name + "'; must be a lower-case letter, then letters and digits");
    }
    if (threads < 1 || threads > 1000) {
      throw new IllegalArgumentException("threads is " + threads + "; must be 1..1000");
    }
    if (rows != 0 && rows < 1000) {
      throw new IllegalArgumentException("rows is " + rows + "; must be at least 1000");
    }
    if (!(weight >= 0.001 && weight <= 1000)) {
      throw new IllegalArgumentException("weight is " + weight + "; must be 0.001..1000");
    }
  }

  /** A tenant like any other. */
  public TenantLoad(String name, TableWorkload workload, int threads) {
    this(name, workload, threads, 0, 1);
  }

  /** The tenant's table. */
  public String table() {
    return name + ":usertable";
  }

  /** The load as mixes write it, such as {@code exhot50}. */
  public String label() {
    return workload.label() + threads;
  }

  /** Rows of the table where the campaign gives every tenant that many. */
  public long rowsOr(long usual) {
    return rows == 0 ? usual : rows;
  }

  /** What tells this load from others, whoever's it is: equal loads have equal baselines. */
  String work(long usualRows) {
    long tableRows = rowsOr(usualRows);
    Map<Object, Object> properties = new TreeMap<>(workload.properties("", tableRows));
    return threads + " threads, " + tableRows + " rows, " + properties;
  }
}
