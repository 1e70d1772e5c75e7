package io.argus.bench.field;

import io.argus.bench.run.Placement;
import io.argus.bench.run.TenantWorkload;
import io.argus.load.client.Preset;
import io.argus.load.client.Requests;
import io.argus.load.client.TableWorkload;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Requests of everyday clients that one tenant sends beside a neighbour that sends gets.
 *
 * @param what the requests in words
 * @param others the clients that send them, one for each kind of request
 * @param kept what the neighbour is to keep of its throughput beside plain gets, 0..1
 * @param servers region servers, with a DataNode each; the tables are on the first
 * @param everywhere whether HBase 0.94 has such requests, too
 */
public record FieldRow(
    String name,
    String what,
    TenantWorkload neighbour,
    List<TenantWorkload> others,
    double kept,
    Disturbance disturbance,
    int servers,
    boolean everywhere) {

  /** Regions of each table. */
  public static final int REGIONS = 4;

  /** What runs beside the neighbour. */
  public enum Beside {
    NOBODY("alone"),
    /** As many gets at once of the other tenants. */
    GETS("beside gets"),
    REQUESTS("beside the requests"),
    /** Not the neighbour, but the first other tenant alone, while the log waits. */
    WRITER_ALONE("");

    private final String label;

    Beside(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /** Of what it keeps beside gets: these hold no lock while they read. */
  private static final double UNLOCKED = 0.9;

  /** Of what it keeps beside gets: these hold a row lock while they read, and cannot wait. */
  private static final double LOCKED = 0.7;

  private static final int ON_THREE_SERVERS = 3;

  private static final Map<String, String> ONE_SECOND =
      Map.of(
          "client.hbase.rpc.timeout", "1000",
          "client.hbase.client.operation.timeout", "1000",
          "client.hbase.client.retries.number", "0");

  private static final TenantWorkload NEIGHBOUR = neighbour(Preset.UNIFORM, 50);

  /** All rows, in the order in which they are measured. */
  public static final List<FieldRow> ALL =
      List.of(
          row(
              "endpoints",
              "8 aggregations at once by endpoint, each over 4 regions",
              other(Requests.of(Requests.Kind.AGGREGATION), 8)),
          row(
              "mixed-batches",
              "batches of 99 gets and one put, 20 threads",
              other(Requests.of(Requests.Kind.MIXED_BATCH, 100), 20)),
          row(
                  "short-timeouts",
                  "gets with a timeout of 1 s and no retries, 400 threads; the neighbour's 200"
                      + " threads have the same timeout",
                  other(new Requests(Requests.Kind.GET, 1, ONE_SECOND), 400))
              .beside(neighbour(new Requests(Requests.Kind.GET, 1, ONE_SECOND), 200))
              .onlyHBase2(),
          row(
                  "multi-gets",
                  "multi-gets of 800 rows, 10 threads, beside 25 threads of its own gets; the"
                      + " neighbour has 100 threads",
                  other(Requests.of(Requests.Kind.MULTI_GET, 800), 10),
                  other(Preset.UNIFORM, 25))
              .beside(neighbour(Preset.UNIFORM, 100)),
          row(
                  "priority",
                  "gets with setPriority(100), 50 threads",
                  other(new Requests(Requests.Kind.GET, 1, Map.of("priority", "100")), 50))
              .onlyHBase2(),
          row(
                  "flushes",
                  "puts, 10 threads, beside 100 threads of its own gets; its table is flushed every"
                      + " second",
                  other(Requests.of(Requests.Kind.PUT), 10),
                  other(Preset.UNIFORM, 100))
              .with(Disturbance.FLUSHES, 1),
          row(
                  "increments",
                  "increments of rows that are not in the cache, 200 threads",
                  other(Requests.of(Requests.Kind.INCREMENT), 200))
              .keeping(LOCKED),
          row(
                  "check-and-mutate",
                  "conditional puts of rows that are not in the cache, 200 threads",
                  other(Requests.of(Requests.Kind.CHECK_AND_MUTATE), 200))
              .keeping(LOCKED),
          row(
              "filtered-scans",
              "scans whose filter lets one row in a thousand pass, 20 threads",
              other(Requests.of(Requests.Kind.FILTERED_SCAN), 20)),
          row(
                  "log-stall",
                  "puts of two tenants, 100 threads each; the log waits for 8 s. The neighbour's 50"
                      + " threads read rows in the cache",
                  new TenantWorkload("writera", Requests.of(Requests.Kind.PUT), 100),
                  new TenantWorkload("writerb", Requests.of(Requests.Kind.PUT), 100))
              .beside(neighbour(Preset.EXHOT, 50))
              .with(Disturbance.LOG_WAITS, ON_THREE_SERVERS)
              .onlyHBase2());

  public FieldRow {
    others = List.copyOf(others);
  }

  /** The rows of those names in their own order; all if there are no names. */
  public static List<FieldRow> named(List<String> names) throws IOException {
    List<String> all = ALL.stream().map(FieldRow::name).toList();
    for (String name : names) {
      if (!all.contains(name)) {
        throw new IOException("row is " + name + "; choose of " + String.join(", ", all));
      }
    }
    return ALL.stream().filter(row -> names.isEmpty() || names.contains(row.name())).toList();
  }

  private static FieldRow row(String name, String what, TenantWorkload... others) {
    return new FieldRow(
        name, what, NEIGHBOUR, List.of(others), UNLOCKED, Disturbance.NONE, 1, true);
  }

  private static TenantWorkload neighbour(TableWorkload workload, int threads) {
    return new TenantWorkload("neighbour", workload, threads);
  }

  private static TenantWorkload other(TableWorkload workload, int threads) {
    return new TenantWorkload("other", workload, threads);
  }

  private FieldRow beside(TenantWorkload chosen) {
    return new FieldRow(name, what, chosen, others, kept, disturbance, servers, everywhere);
  }

  private FieldRow keeping(double part) {
    return new FieldRow(name, what, neighbour, others, part, disturbance, servers, everywhere);
  }

  private FieldRow with(Disturbance chosen, int number) {
    return new FieldRow(name, what, neighbour, others, kept, chosen, number, everywhere);
  }

  private FieldRow onlyHBase2() {
    return new FieldRow(name, what, neighbour, others, kept, disturbance, servers, false);
  }

  /** What is measured: what a writer does alone only where only the log limits it. */
  List<Beside> besides() {
    return Arrays.stream(Beside.values())
        .filter(each -> each != Beside.WRITER_ALONE || disturbance == Disturbance.LOG_WAITS)
        .toList();
  }

  /** What is measured for the row. */
  Measurement measurement(Beside beside) {
    return switch (beside) {
      case WRITER_ALONE -> new Measurement(placed(others.get(0)), List.of(), disturbance);
      case NOBODY -> measurement(List.of(), Disturbance.NONE);
      case GETS -> measurement(gets(), Disturbance.NONE);
      case REQUESTS -> measurement(others, disturbance);
    };
  }

  private Measurement measurement(List<TenantWorkload> beside, Disturbance when) {
    return new Measurement(placed(neighbour), beside.stream().map(this::placed).toList(), when);
  }

  /** A client sends an aggregation to all regions of the table at once. */
  private static int callsAtOnce(TenantWorkload tenant) {
    return tenant.threads() * (Measurement.aggregates(tenant) ? REGIONS : 1);
  }

  /** As many threads of gets as there are calls at once, in one client for each tenant. */
  private List<TenantWorkload> gets() {
    Map<String, Integer> threads =
        others.stream()
            .collect(
                Collectors.toMap(
                    TenantWorkload::name, FieldRow::callsAtOnce, Integer::sum, LinkedHashMap::new));
    return threads.entrySet().stream()
        .map(tenant -> new TenantWorkload(tenant.getKey(), Preset.UNIFORM, tenant.getValue()))
        .toList();
  }

  private TenantWorkload placed(TenantWorkload tenant) {
    return servers == 1 ? tenant : tenant.placed(Placement.parse("100" + "/0".repeat(servers - 1)));
  }

  /** The different measurements of rows, in order. */
  static List<Measurement> measurements(List<FieldRow> rows) {
    LinkedHashSet<Measurement> all = new LinkedHashSet<>();
    for (FieldRow row : rows) {
      for (Beside beside : row.besides()) {
        all.add(row.measurement(beside));
      }
    }
    return List.copyOf(all);
  }
}
