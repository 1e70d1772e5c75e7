package io.argus.bench.field;

import io.argus.bench.field.FieldRow.Rule;
import io.argus.bench.run.Placement;
import io.argus.bench.run.TenantWorkload;
import io.argus.load.client.Preset;
import io.argus.load.client.Requests;
import io.argus.load.client.TableWorkload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All rows of requests. Stateless. */
final class FieldRows {
  /** Of what it keeps beside gets: these hold no lock while they read. */
  private static final double UNLOCKED = 0.9;

  /** Of what it keeps beside gets: these hold a row lock while they read, and cannot wait. */
  private static final double LOCKED = 0.7;

  /** Of what stock HBase does. */
  private static final double NO_LESS = 0.95;

  private static final Map<String, String> ONE_SECOND =
      Map.of(
          "client.hbase.rpc.timeout", "1000",
          "client.hbase.client.operation.timeout", "1000",
          "client.hbase.client.retries.number", "0");

  /** So few rows that files of its table are nearly empty. */
  private static final long HARDLY_ANY_ROWS = 1000;

  /** In the order in which they are measured. */
  static final List<FieldRow> ALL =
      List.of(
          row("endpoints", "8 aggregations at once by endpoint, each over 4 regions")
              .sent(Requests.of(Requests.Kind.AGGREGATION), 8)
              .build(),
          row("mixed-batches", "batches of 99 gets and one put, 20 threads")
              .sent(Requests.of(Requests.Kind.MIXED_BATCH, 100), 20)
              .build(),
          row(
                  "short-timeouts",
                  "gets with a timeout of 1 s and no retries, 400 threads; the neighbour's 200"
                      + " threads have the same timeout")
              .sent(new Requests(Requests.Kind.GET, 1, ONE_SECOND), 400)
              .beside(new Requests(Requests.Kind.GET, 1, ONE_SECOND), 200)
              .onlyHBase2()
              .build(),
          row(
                  "multi-gets",
                  "multi-gets of 800 rows, 10 threads, beside 25 threads of its own gets; the"
                      + " neighbour has 100 threads")
              .sent(Requests.of(Requests.Kind.MULTI_GET, 800), 10)
              .sent(Preset.UNIFORM, 25)
              .beside(Preset.UNIFORM, 100)
              .build(),
          row("priority", "gets with setPriority(100), 50 threads")
              .sent(new Requests(Requests.Kind.GET, 1, Map.of("priority", "100")), 50)
              .onlyHBase2()
              .build(),
          row(
                  "flushes",
                  "puts, 10 threads, beside 100 threads of its own gets; its table is flushed every"
                      + " second")
              .sent(Requests.of(Requests.Kind.PUT), 10)
              .sent(Preset.UNIFORM, 100)
              .with(Disturbance.FLUSHES)
              .build(),
          row("increments", "increments of rows that are not in the cache, 200 threads")
              .sent(Requests.of(Requests.Kind.INCREMENT), 200)
              .held(Rule.READS, LOCKED)
              .build(),
          row("check-and-mutate", "conditional puts of rows that are not in the cache, 200 threads")
              .sent(Requests.of(Requests.Kind.CHECK_AND_MUTATE), 200)
              .held(Rule.READS, LOCKED)
              .build(),
          row("filtered-scans", "scans whose filter lets one row in a thousand pass, 20 threads")
              .sent(Requests.of(Requests.Kind.FILTERED_SCAN), 20)
              .build(),
          row(
                  "cache-off",
                  "gets of a table with the block cache off, 25 threads, beside 25 threads of gets"
                      + " of rows in the cache; the neighbour has 200 threads")
              .sent(Preset.EXHOT, 25)
              .sent("blob", Preset.UNIFORM, 25)
              .asGets(Preset.EXHOT, 25)
              .asGets(Preset.UNIFORM, 25)
              .beside(Preset.UNIFORM, 200)
              .with(Disturbance.UNCACHED)
              .build(),
          row(
                  "fresh-scans",
                  "scans whose filter lets one row in a thousand pass of those in the memstore, 40"
                      + " threads; the neighbour reads rows in the cache")
              .sent(
                  new TenantWorkload(
                      "fresh",
                      Requests.of(Requests.Kind.FILTERED_SCAN, 100),
                      40,
                      HARDLY_ANY_ROWS,
                      1,
                      0,
                      Placement.EVEN))
              .asGets(
                  new TenantWorkload(
                      "fresh", Preset.EXHOT, 40, HARDLY_ANY_ROWS, 1, 0, Placement.EVEN))
              .beside(Preset.EXHOT, 50)
              .with(Disturbance.FRESH_ROWS)
              .held(Rule.ALONE, UNLOCKED)
              .warmedFor(15)
              .build(),
          row(
                  "log-stall",
                  "puts of two tenants, 100 threads each; the log waits for 8 s. The neighbour's 50"
                      + " threads read rows in the cache")
              .sent("writera", Requests.of(Requests.Kind.PUT), 100)
              .sent("writerb", Requests.of(Requests.Kind.PUT), 100)
              .beside(Preset.EXHOT, 50)
              .with(Disturbance.LOG_WAITS)
              .held(Rule.ALONE, UNLOCKED)
              .warmedFor(30)
              .on(FieldCluster.THREE_SERVERS)
              .onlyHBase2()
              .build(),
          row("ingest", "puts of 2 MB at once, 8 threads; the disk writes 20 MB/s")
              .sent(Requests.of(Requests.Kind.MULTI_PUT, 1800), 8)
              .held(Rule.ALONE, UNLOCKED)
              .on(FieldCluster.SLOW_WRITES)
              .build(),
          memstores("memstores", "puts single rows, 20 threads")
              .beside(Requests.of(Requests.Kind.PUT), 20)
              .build(),
          memstores("memstores-gets", "reads rows in the cache, 50 threads")
              .beside(Preset.EXHOT, 50)
              .build(),
          row("fast-scans", "scans of 100 rows, 50 threads, on a disk without a limit")
              .sent(Preset.SCAN, 50)
              .held(Rule.ALONE, UNLOCKED)
              .warmedFor(15)
              .on(FieldCluster.FAST_DISK)
              .build(),
          row(
                  "phoenix",
                  "upserts of a salted, indexed table of Phoenix, 20 threads, and lookups by the"
                      + " index, 10 threads; the neighbour aggregates a table of its own")
              .sent(Requests.of(Requests.Kind.PUT), 20)
              .sent(Requests.of(Requests.Kind.LOOKUP), 10)
              .beside(Requests.of(Requests.Kind.AGGREGATION), 4)
              .held(Rule.STOCK, NO_LESS)
              .warmedFor(30)
              .on(FieldCluster.PHOENIX)
              .onlyHBase2()
              .build());

  private FieldRows() {}

  private static Builder memstores(String name, String neighbour) {
    return row(
            name,
            "puts of 2 MB at once of two tenants, 8 threads each; memstores have 10 % of the heap,"
                + " and the disk writes 20 MB/s. The neighbour "
                + neighbour)
        .sent("writera", Requests.of(Requests.Kind.MULTI_PUT, 1800), 8)
        .sent("writerb", Requests.of(Requests.Kind.MULTI_PUT, 1800), 8)
        .held(Rule.ALONE, UNLOCKED)
        .on(FieldCluster.SMALL_MEMSTORES)
        .onlyHBase2();
  }

  private static Builder row(String name, String what) {
    return new Builder(name, what);
  }

  /** Used by one thread. */
  private static final class Builder {
    private final String name;
    private final String what;
    private final List<TenantWorkload> others = new ArrayList<>();
    private final List<TenantWorkload> gets = new ArrayList<>();
    private TenantWorkload neighbour = FieldRow.NEIGHBOUR;
    private Rule rule = Rule.READS;
    private double kept = UNLOCKED;
    private Disturbance disturbance = Disturbance.NONE;
    private Duration warmUp = Duration.ZERO;
    private FieldCluster cluster = FieldCluster.USUAL;
    private boolean everywhere = true;

    Builder(String name, String what) {
      this.name = name;
      this.what = what;
    }

    Builder sent(TableWorkload workload, int threads) {
      return sent("other", workload, threads);
    }

    Builder sent(String tenant, TableWorkload workload, int threads) {
      return sent(new TenantWorkload(tenant, workload, threads));
    }

    Builder sent(TenantWorkload tenant) {
      others.add(tenant);
      return this;
    }

    /** Gets to compare with, in place of as many uniform ones as there are requests at once. */
    Builder asGets(Preset workload, int threads) {
      return asGets(new TenantWorkload("other", workload, threads));
    }

    Builder asGets(TenantWorkload tenant) {
      gets.add(tenant);
      return this;
    }

    Builder beside(TableWorkload workload, int threads) {
      neighbour = new TenantWorkload(neighbour.name(), workload, threads);
      return this;
    }

    Builder held(Rule chosen, double part) {
      rule = chosen;
      kept = part;
      return this;
    }

    Builder with(Disturbance chosen) {
      disturbance = chosen;
      return this;
    }

    Builder warmedFor(int seconds) {
      warmUp = Duration.ofSeconds(seconds);
      return this;
    }

    Builder on(FieldCluster chosen) {
      cluster = chosen;
      return this;
    }

    Builder onlyHBase2() {
      everywhere = false;
      return this;
    }

    FieldRow build() {
      return new FieldRow(
          name,
          what,
          neighbour,
          others,
          gets.isEmpty() ? uniform() : gets,
          rule,
          kept,
          disturbance,
          warmUp,
          cluster,
          everywhere);
    }

    /** As many threads of gets as there are calls at once, in one client for each tenant. */
    private List<TenantWorkload> uniform() {
      Map<String, Integer> threads =
          others.stream()
              .collect(
                  Collectors.toMap(
                      TenantWorkload::name,
                      Builder::callsAtOnce,
                      Integer::sum,
                      LinkedHashMap::new));
      return threads.entrySet().stream()
          .map(tenant -> new TenantWorkload(tenant.getKey(), Preset.UNIFORM, tenant.getValue()))
          .toList();
    }

    /** A client sends an aggregation to all regions of the table at once. */
    private static int callsAtOnce(TenantWorkload tenant) {
      return tenant.threads() * (Measurement.aggregates(tenant) ? FieldRow.REGIONS : 1);
    }
  }
}
