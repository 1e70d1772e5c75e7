package io.argus.bench.run;

import io.argus.bench.load.TableWorkload;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One tenant of a mix: its workload and how many client threads drive it.
 *
 * @param name the tenant, which is also the namespace of its table
 * @param rows rows of its table, 0 for as many as the campaign gives every tenant
 * @param weight how much its throughput violation counts beside another's
 * @param target operations a second that all threads together ask for, 0 for as many as they can
 *     <p>Immutable.
 */
public record TenantWorkload(
    String name, TableWorkload workload, int threads, long rows, double weight, double target) {
  private static final DecimalFormatSymbols DOT = DecimalFormatSymbols.getInstance(Locale.ROOT);

  public TenantWorkload {
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
    if (!(target >= 0 && target <= 1e9)) {
      throw new IllegalArgumentException("target is " + target + "; must be 0..1000000000");
    }
  }

  /** A tenant like any other. */
  public TenantWorkload(String name, TableWorkload workload, int threads) {
    this(name, workload, threads, 0, 1, 0);
  }

  /** The same tenant with a steady demand. */
  public TenantWorkload withTarget(double opsPerSecond) {
    return new TenantWorkload(name, workload, threads, rows, weight, opsPerSecond);
  }

  /** The tenant's table. */
  public String table() {
    return name + ":usertable";
  }

  /** The load as mixes write it, such as {@code exhot50} or {@code exhot50@8000}. */
  public String label() {
    return label(workload.label(), threads, target);
  }

  public static String label(String workload, int threads, double target) {
    String label = workload + threads;
    return target == 0 ? label : label + "@" + new DecimalFormat("0.###", DOT).format(target);
  }

  /** Rows of the table where the campaign gives every tenant that many. */
  public long rowsOr(long usual) {
    return rows == 0 ? usual : rows;
  }

  /**
   * What tells this load from others, whoever's it is: equal loads have equal isolated throughputs.
   */
  public String work(long usualRows) {
    long tableRows = rowsOr(usualRows);
    Map<Object, Object> properties = new TreeMap<>(workload.properties("", tableRows));
    String demand = target == 0 ? "" : target + " a second, ";
    return threads + " threads, " + demand + tableRows + " rows, " + properties;
  }
}
