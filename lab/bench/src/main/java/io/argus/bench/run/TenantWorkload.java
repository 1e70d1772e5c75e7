package io.argus.bench.run;

import static io.argus.load.basics.Argument.require;

import io.argus.load.client.TableWorkload;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One tenant of a workload mix: its workload and the client threads that drive it.
 *
 * @param name the tenant, which is also the namespace of its table
 * @param rows rows of its table, 0 for the number of the campaign
 * @param weight its weight against other tenants in limits and reservations
 * @param target demand of all threads together in operations per second, 0 for unlimited
 * @param placement of its table
 */
public record TenantWorkload(
    String name,
    TableWorkload workload,
    int threads,
    long rows,
    double weight,
    double target,
    Placement placement) {
  private static final DecimalFormatSymbols DOT = DecimalFormatSymbols.getInstance(Locale.ROOT);

  public TenantWorkload {
    require(
        name.matches("[a-z][a-z0-9]{0,30}"),
        "tenant",
        "'" + name + "'",
        "a lower-case letter, then letters and digits");
    require(threads >= 1 && threads <= 1000, "threads", threads, "1..1000");
    require(rows == 0 || rows >= 1000, "rows", rows, "at least 1000");
    require(weight >= 0.001 && weight <= 1000, "weight", weight, "0.001..1000");
    require(target >= 0 && target <= 1e9, "target", target, "0..1000000000");
  }

  /** A tenant without a weight, a demand, a number of rows or a placement of its own. */
  public TenantWorkload(String name, TableWorkload workload, int threads) {
    this(name, workload, threads, 0, 1, 0, Placement.EVEN);
  }

  public TenantWorkload withTarget(double opsPerSecond) {
    return new TenantWorkload(name, workload, threads, rows, weight, opsPerSecond, placement);
  }

  public TenantWorkload ofRows(long ofTable) {
    return new TenantWorkload(name, workload, threads, ofTable, weight, target, placement);
  }

  public TenantWorkload weighing(double asMuch) {
    return new TenantWorkload(name, workload, threads, rows, asMuch, target, placement);
  }

  public TenantWorkload placed(Placement where) {
    return new TenantWorkload(name, workload, threads, rows, weight, target, where);
  }

  public String table() {
    return name + ":usertable";
  }

  /**
   * The workload as mixes write it, such as {@code exhot50}, {@code exhot50@8000} or {@code
   * uniform50{80/10/10}}.
   */
  public String label() {
    return label(workload.label(), threads, target, placement.text());
  }

  /**
   * A label of {@link #label()}.
   *
   * @param placement its text
   */
  public static String label(String workload, int threads, double target, String placement) {
    String demand = target == 0 ? "" : "@" + new DecimalFormat("0.###", DOT).format(target);
    return workload + threads + demand + (placement.isEmpty() ? "" : "{" + placement + "}");
  }

  /** Rows of the table, where the campaign has that number for tenants without their own. */
  public long rowsOr(long usual) {
    return rows == 0 ? usual : rows;
  }

  /** Identifies the work without the tenant: equal work has equal isolated throughput. */
  public String work(long usualRows) {
    long tableRows = rowsOr(usualRows);
    Map<Object, Object> properties = new TreeMap<>(workload.properties("", tableRows));
    String demand = target == 0 ? "" : target + " a second, ";
    String where = placement.isEven() ? "" : "placed " + placement.text() + ", ";
    return threads + " threads, " + demand + where + tableRows + " rows, " + properties;
  }
}
