package io.argus.cli.why;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.plans.PlanHistory;
import io.argus.master.status.ClusterStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTest {
  private static final long NOW = 10_000_000;

  private static TenantUsage.Builder usage(String tenant) {
    return TenantUsage.builder(TenantId.of(tenant));
  }

  private static ClusterUsage cluster(TenantUsage... usages) {
    return ClusterUsage.of(
        List.of(new UsageReport("rs", NOW, 2, 3, 1, 40 << 20, List.of(), List.of(usages))),
        List.of());
  }

  private static ClusterStatus status(boolean demandLimited) {
    String json =
        "{'mode':'ENFORCE','planReason':'','servers':[],'problems':[],'tenants':[{'tenant':'alice',"
            + "'operationsPerSecond':200,'isolatedThroughput':1000,'throughputLoss':0.8,'demandLimited':"
            + demandLimited
            + ",'cacheShare':0.25,'hdfsShare':0.5,'hdfsWaitP50Nanos':20000000}]}";
    return ClusterStatus.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  private static PlanHistory history() {
    return PlanHistory.read(
        ("{\"plans\":[" + plan(1, 0.5) + "," + plan(2, 0.5) + "," + plan(3, 0.25) + "]}")
            .getBytes(StandardCharsets.UTF_8));
  }

  private static String plan(long version, double share) {
    Plan plan =
        Plan.of(
            version,
            Plan.Mode.AUTO,
            NOW - 200_000 + version * 1_000,
            true,
            List.of(
                Reservation.of(TenantId.of("alice"), share, 0.5),
                Reservation.of(TenantId.of("bob"), 1 - share, 0.5)),
            PlanExplanation.because("reason " + version));
    return new String(WireFormat.write(plan), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    // queue, HDFS wait, HDFS read, handler, backlog, limit
    "0, 0, 0, 0, 0, IDLE",
    "0, 0, 0.3, 0.4, 0.02, DEMAND",
    "0.2, 30, 10, 0.5, 1, HDFS_RESERVATION",
    "0.2, 1, 10, 0.5, 0.5, DISK",
    "20, 1, 2, 10, 1, HANDLERS",
    "0.1, 0, 0.1, 12, 0.2, CPU"
  })
  void whatLimitsItFollowsFromWhereItsTimeGoes(
      double queue, double wait, double read, double handler, double backlog, Limit limit) {
    TenantUsage usage =
        usage("alice")
            .operations(RequestKind.GET, handler == 0 ? 0 : 100)
            .waits(queue, wait, read)
            .handlerFraction(handler)
            .queue(0, 0, backlog)
            .build();
    CpuUsed unknown = CpuUsed.of(List.of());
    assertThat(Limit.of(usage, false, unknown)).isEqualTo(limit);
    if (limit != Limit.IDLE) {
      assertThat(Limit.of(usage, true, unknown))
          .as("of a demand-limited tenant")
          .isEqualTo(Limit.DEMAND);
    }
    Explanation why =
        Explanation.of("alice", status(false), cluster(usage), history()).orElseThrow();
    String words = String.join("\n", PlainWords.of(why, NOW));
    assertThat(words).contains("Limited by: ", "What would help: ").doesNotContain("NaN");
  }

  @ParameterizedTest
  @CsvSource({
    // queue, HDFS wait, HDFS read, handler, cores in use of 2, limit
    "20, 1, 2, 10, 1.92, CPU",
    "20, 1, 2, 10, 0.5, HANDLERS",
    "0.1, 0, 0.1, 12, 1.92, CPU",
    "0.1, 0, 0.1, 12, 0.5, DEMAND",
    "0.2, 30, 10, 0.5, 1.95, HDFS_RESERVATION"
  })
  void theCpuIsTheLimitWhereItIsBusy(
      double queue, double wait, double read, double handler, double busy, Limit limit) {
    TenantUsage alice =
        usage("alice")
            .operations(RequestKind.GET, 100)
            .waits(queue, wait, read)
            .handlerFraction(handler)
            .cpuFraction(0.7)
            .queue(0, 0, 1)
            .build();
    TenantUsage bob = usage("bob").cpuFraction(0.25).build();
    UsageReport report =
        new UsageReport("rs", NOW, 2, 3, 1, 40 << 20, List.of(), List.of(alice, bob))
            .with(new ServerCpu(2, busy, 1, 0.05));
    Explanation why =
        Explanation.of(
                "alice", status(false), ClusterUsage.of(List.of(report), List.of()), history())
            .orElseThrow();
    assertThat(why.limit()).isEqualTo(limit);
    assertThat(String.join("\n", PlainWords.of(why, NOW)))
        .contains("CPU: 0.70 in use for it, 7000 us an operation");
    if (limit == Limit.CPU) {
      assertThat(String.join("\n", PlainWords.of(why, NOW)))
          .contains(
              "Limited by: CPU. 1.9 of 2 cores are in use: alice 0.70, bob 0.25, no"
                  + " tenant 0.05, other processes on the machine 0.92.");
    }
  }

  private static UsageReport capped(String server, double waiting) {
    TenantUsage alice =
        usage("alice")
            .operations(RequestKind.GET, 100)
            .handlerFraction(0.1)
            .set(Figure.CAP_WAIT, waiting)
            .set(Figure.CAPPED, 90)
            .set(Figure.CLIENT_BYTES, 50_000)
            .build();
    return new UsageReport(server, NOW, 2, 3, 1, 40 << 20, List.of(), List.of(alice));
  }

  @Test
  void theCapIsNamedWithTheCommandThatChangesIt() {
    ClusterStatus status =
        ClusterStatus.read(
            ("{'mode':'ENFORCE','planReason':'','servers':[],'problems':[],'tenants':[{'tenant':'alice',"
                    + "'operationsPerSecond':200,'demandLimited':true,'capped':true,"
                    + "'cap':{'operationsPerSecond':200,'burstSeconds':60}}]}")
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8));
    ClusterUsage usage =
        ClusterUsage.of(
            List.of(capped("rs1.example.com,16020,1", 4), capped("rs2.example.com,16020,1", 15.8)),
            List.of());
    Explanation why = Explanation.of("alice", status, usage, history()).orElseThrow();

    assertThat(why.limit()).isEqualTo(Limit.CAP);
    assertThat(String.join("\n", PlainWords.of(why, NOW)))
        .contains("alice does 200 operations a second; it may not do more: its cap is 200 ops/s.")
        .containsPattern("99.0 % +waiting for its cap +99.00 ms an operation")
        .contains("cap: 200 ops/s; it does 200 ops/s with 100,000 bytes/s from and to its clients")
        .contains(
            "Limited by: its cap of 200 ops/s. 19.8 of its requests wait for it on average, 180 calls"
                + " a second must wait; requests by server: rs2.example.com:16020 15.8,"
                + " rs1.example.com:16020 4.0.")
        .contains("'argus tenant cap alice --max-ops 200 --burst 60s' has set it")
        .contains("'argus tenant cap alice --remove'");
  }

  @Test
  void writesThatWaitForMemstoresAreNamedWithWhatTheyFill() {
    TenantUsage alice =
        usage("alice")
            .operations(RequestKind.MULTI, 100)
            .handlerFraction(1)
            .set(Figure.MEMSTORE_WAIT, 7)
            .set(Figure.HELD_WRITES, 40)
            .set(Figure.MEMSTORE_BYTES, 150 << 20)
            .set(Figure.MEMSTORE_SHARE_BYTES, 100 << 20)
            .build();
    Explanation why =
        Explanation.of("alice", status(false), cluster(alice), history()).orElseThrow();

    assertThat(why.limit()).isEqualTo(Limit.MEMSTORE);
    assertThat(String.join("\n", PlainWords.of(why, NOW)))
        .containsPattern("87.5 % +waiting for memstores +70.00 ms an operation")
        .contains("memstores: 150.0 MB; beside all others it may fill 100.0 MB")
        .contains(
            "Limited by: its part of the memstores. It writes more than can be flushed: 7.0 of its"
                + " requests wait for that on average, 40 calls a second must wait.")
        .contains("hbase.regionserver.global.memstore.size");
  }

  @Test
  void itIsToldInWordsWithFigures() {
    ClusterUsage usage =
        cluster(
            usage("alice")
                .operations(RequestKind.GET, 200)
                .cache(10 << 20, 20 << 20, 50, 150)
                .hdfs(10 << 20, 0)
                .waits(1, 30, 8)
                .handlerFraction(1)
                .queue(40, 5, 1)
                .build(),
            usage("bob").hdfs(30 << 20, 0).build());
    Explanation why = Explanation.of("alice", status(false), usage, history()).orElseThrow();
    String words = String.join("\n", PlainWords.of(why, NOW));
    assertThat(words)
        .contains(
            "alice does 200 operations a second; its isolated throughput is 1,000, so its throughput loss is 80%")
        .contains("(40.0 requests in the servers on average)")
        .containsPattern("75.0 % +waiting for I/O admission +150.00 ms an operation")
        .contains("25 % hits, 10.0 of 20.0 MB")
        .contains("It moves 10.0 MB/s. Its guaranteed share is 20.0 MB/s, 50 % of the 40.0 MB/s")
        .contains("Served while it waited: bob 73 %, other requests of its own 27 %")
        .contains("3 min ago, plan v3: cache 50.0 -> 25.0 %, HDFS 50.0 -> 50.0 % (reason 3)")
        .doesNotContain("plan v2")
        .contains("argus plan what-if alice=CACHE/HDFS")
        .doesNotContain("weight")
        .contains("Its queue is full: 5 requests a second are refused");
  }

  /** Alice has two classes; batch has a cap. */
  private static ClusterStatus divided(boolean capped) {
    return ClusterStatus.read(
        ("{'mode':'ENFORCE','planReason':'','servers':[],'problems':[],'tenants':[{'tenant':'alice',"
                + "'operationsPerSecond':190,'throughputLoss':0.5,'cap':{'operationsPerSecond':900},"
                + "'classes':[{'name':'batch','operationsPerSecond':10,'waitFraction':20,"
                + "'serviceFraction':1,'cap':{'operationsPerSecond':10,'burstSeconds':60},"
                + "'capFraction':1,'cappedPerSecond':7,'capWaitFraction':15,'capped':"
                + capped
                + "},{'name':'default','operationsPerSecond':180,'waitFraction':1.8,"
                + "'serviceFraction':9}]}]}")
            .replace('\'', '"')
            .getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatItsClassesGetIsToldOfATenantThatHasSeveral() {
    Explanation why = Explanation.of("alice", divided(true), cluster(), history()).orElseThrow();
    assertThat(PlainWords.of(why, NOW))
        .contains(
            "Class batch: 10 operations a second; each waits 2000.0 ms. It has 10 % of the time that"
                + " servers spend on the tenant. It uses 100 % of its cap of 10 ops/s, and 15.0 of"
                + " its requests wait for that.",
            "Class default: 180 operations a second; each waits 10.0 ms. It has 90 % of the time"
                + " that servers spend on the tenant.");
    assertThat(
            PlainWords.of(
                Explanation.of("alice", status(false), cluster(), history()).orElseThrow(), NOW))
        .noneMatch(line -> line.startsWith("Class "));
  }

  @Test
  void theCapOfAClassIsNamedWithTheCommandThatChangesIt() {
    ClusterUsage usage = ClusterUsage.of(List.of(capped("rs1.example.com,16020,1", 15)), List.of());
    Explanation why = Explanation.of("alice", divided(true), usage, history()).orElseThrow();

    assertThat(why.limit()).isEqualTo(Limit.CAP);
    assertThat(String.join("\n", PlainWords.of(why, NOW)))
        .contains(
            "Limited by: the cap of its class batch of 10 ops/s. 15.0 of its requests wait for it on"
                + " average, 7 calls a second must wait.")
        .contains("'argus tenant cap alice/batch --max-ops 10 --burst 60s' has set it")
        .contains("'argus tenant cap alice/batch --remove'");
    assertThat(
            String.join(
                "\n",
                PlainWords.of(
                    Explanation.of("alice", divided(false), usage, history()).orElseThrow(), NOW)))
        .contains("Limited by: its cap of 900 ops/s.");
  }

  @Test
  void theLastRequestsOfATenantThatExceededLimitsAreNamed() {
    UsageReport.Runaway hit =
        UsageReport.Runaway.of(
                TenantId.of("alice"),
                "alice rows:5=stop",
                UsageReport.Runaway.STOPPED,
                RequestKind.SCAN,
                NOW)
            .from("etl", "10.0.0.1")
            .on("alice:orders", "MyFilter");
    UsageReport.Runaway ofBob =
        UsageReport.Runaway.of(
            TenantId.of("bob"), "bob x", UsageReport.Runaway.LISTED, RequestKind.GET, NOW);
    List<UsageReport> reports =
        List.of(report("rs1.example.com,16020,1", 20, 30).withRunaways(List.of(hit, ofBob)));
    Explanation why =
        Explanation.of("alice", status(false), ClusterUsage.of(reports, List.of()), history())
            .orElseThrow();
    assertThat(PlainWords.of(why, NOW))
        .anyMatch(
            line ->
                line.endsWith(
                    ": the rule 'alice rows:5=stop' was exceeded by a scan of etl from 10.0.0.1 on"
                        + " alice:orders with MyFilter (times: 1): stopped."))
        .noneMatch(line -> line.contains("bob x"));
  }

  private static UsageReport report(String server, double aliceWaits, double bobMegabytes) {
    TenantUsage alice =
        usage("alice")
            .operations(RequestKind.GET, 100)
            .hdfs(10 << 20, 0)
            .waits(0, aliceWaits, 1)
            .build();
    TenantUsage bob = usage("bob").hdfs(bobMegabytes * (1 << 20), 0).build();
    return new UsageReport(
        server,
        NOW,
        2,
        3,
        1,
        40 << 20,
        List.of(),
        aliceWaits > 0 ? List.of(alice, bob) : List.of());
  }

  private static ClusterStatus bottleneckStatus(int servers) {
    String json =
        "{'mode':'ENFORCE','planReason':'','servers':[],'problems':[],'tenants':[{'tenant':'alice',"
            + "'operationsPerSecond':200,'isolatedThroughput':1000,'throughputLoss':0.8,"
            + "'serverCount':"
            + servers
            + ",'servers':[{'server':'rs2.example.com,16020,1',"
            + "'cacheShare':0.25,'hdfsShare':0.5,'usedCacheShare':0.3,'usedHdfsShare':0.25,"
            + "'demandShare':0.6,'operationsPerSecond':120,'throughputLoss':0.8}]}]}";
    return ClusterStatus.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theServerThatHoldsATenantUpIsNamedAndWhoUsesIt() {
    ClusterUsage usage =
        ClusterUsage.of(
            List.of(
                report("rs1.example.com,16020,1", 0, 0), report("rs2.example.com,16020,1", 20, 30)),
            List.of());
    Plan first = WireFormat.readPlan(plan(4, 0.5).getBytes(StandardCharsets.UTF_8));
    Plan second =
        WireFormat.readPlan(plan(5, 0.5).getBytes(StandardCharsets.UTF_8))
            .withServers(
                List.of(
                    ServerShares.of(
                        "rs2.example.com,16020,1",
                        5,
                        List.of(
                            Reservation.of(TenantId.of("alice"), 0.25, 0.5),
                            Reservation.of(TenantId.of("bob"), 0.75, 0.5)))));
    PlanHistory history = PlanHistory.EMPTY.with(first).with(second);
    Explanation why = Explanation.of("alice", bottleneckStatus(3), usage, history).orElseThrow();
    assertThat(String.join("\n", PlainWords.of(why, NOW)))
        .contains(
            "Bottleneck server: rs2.example.com:16020, the slowest for it of its 3 servers. It serves 60 % of"
                + " the tenant's operations (120 a second). There, requests wait for I/O admission.")
        .contains(
            "guaranteed there: 25.0 % of the block cache (fills 30.0 %), 50.0 % of HDFS (uses")
        .contains("HDFS there is used by: bob 75 %, itself 25 %")
        .contains("served there while it waited: bob 75 %, other requests of its own 25 %")
        .contains("cache 50.0 -> 25.0 %, HDFS 50.0 -> 50.0 % on rs2.example.com:16020 (reason 5)");
    assertThat(
            Explanation.of("alice", bottleneckStatus(1), usage, history)
                .orElseThrow()
                .bottleneckServer())
        .as("with one server")
        .isNull();
  }

  @Test
  void aDemandLimitedTenantIsToldThatItsClientsAskForLess() {
    Explanation why =
        Explanation.of("alice", status(true), cluster(), PlanHistory.read(new byte[0]))
            .orElseThrow();
    assertThat(PlainWords.of(why, NOW).get(0))
        .contains("it is demand-limited: its clients ask for less");
    assertThat(Explanation.of("bob", status(true), cluster(), history())).isEmpty();
  }
}
