package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.bench.cluster.ClusterSettings;
import io.argus.core.HookStatus;
import io.argus.core.Plan;
import io.argus.core.RequestKind;
import io.argus.core.Reservation;
import io.argus.core.TenantUsage;
import io.argus.core.UsageReport;
import io.argus.master.ClusterStatus;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What must hold when stock HBase processes are started with nothing but the drop-in jar on their
 * class path and the keys that {@code argus install --hbase 2.6 --print} prints.
 *
 * <p>The steps build on each other: first the hooks and the data, then the cache, the plan, the
 * failures. A stock client is at work all the while.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class DropInJarContract {
  private static final String ARGUS_LINK = "href=\"/argus/\"";
  private static final TableName ALICE = TableName.valueOf("alice:orders");
  private static final TableName BOB = TableName.valueOf("bob:orders");
  private static final TableName CAROL = TableName.valueOf("bob:ledger");
  private static final TableName NOBODY = TableName.valueOf("plain");
  private static final TableName STEADY = TableName.valueOf("steady:rows");
  private static final Set<String> TENANTS =
      new TreeSet<>(List.of("alice", "bob", "carol", "default", "steady"));

  private static final int ROWS = 2_000;
  private static final int CACHING = 500;
  private static final byte[][] SPLITS = {
    Bytes.toBytes(Rows.key(500)), Bytes.toBytes(Rows.key(1_000)), Bytes.toBytes(Rows.key(1_500))
  };
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration FAILOVER = Duration.ofSeconds(90);
  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
  private static final Pattern IN_FORCE =
      Pattern.compile("^(\\S+ \\S+) .*In force: plan v(\\d+) .*");

  private final int hadoop;
  private TestCluster cluster;
  private SteadyClient steady;
  private UsageSums sums;
  private int backupMasterPort;

  DropInJarContract(int hadoop) {
    this.hadoop = hadoop;
  }

  @BeforeAll
  void startStockHBaseWithTheJarAndThePrintedKeys() throws Exception {
    PrintedFragment fragment = PrintedFragment.print();
    assertThat(fragment.keys().keySet()).noneMatch(key -> key.startsWith("argus."));
    ClusterSettings settings = TestCluster.settings(2);
    cluster = TestCluster.start("hadoop" + hadoop, hadoop, settings, fragment.plugin());
    backupMasterPort = cluster.startBackupMaster();
    try (Admin admin = cluster.admin()) {
      admin.createTable(Rows.table(admin, ALICE, true).build(), SPLITS);
      admin.createTable(Rows.table(admin, BOB, false).build(), SPLITS);
      admin.createTable(Rows.table(admin, CAROL, false).setValue("ARGUS_TENANT", "carol").build());
      admin.createTable(Rows.table(admin, NOBODY, false).build());
      admin.createTable(Rows.table(admin, STEADY, false).build());
    }
    Rows.write(cluster.connection(), STEADY, 50);
    steady = new SteadyClient(cluster.newConnection(), STEADY);
    sums = new UsageSums(cluster);
  }

  @AfterAll
  void stop() throws Exception {
    try (AutoCloseable processes = cluster;
        AutoCloseable client = steady;
        AutoCloseable reader = sums) {
      if (steady != null) {
        assertThat(steady.errors()).as("errors of the steady client").isEmpty();
        assertThat(steady.operations()).isGreaterThan(500);
      }
    }
  }

  private List<String> scan(TableName table, Scan scan) throws Exception {
    return Rows.scan(cluster.connection(), table, scan);
  }

  @Test
  @Order(1)
  void everyHookIsActiveOnEveryRegionServer() throws Exception {
    Eventually.within(
        SOON,
        () -> {
          for (UsageReport report : cluster.freshReports()) {
            assertThat(report.hooks())
                .extracting(HookStatus::hook)
                .contains("cache", "plan", "report", "scheduler");
            assertThat(report.hooks()).allMatch(HookStatus::isActive);
          }
          ClusterStatus status = cluster.status();
          assertThat(status.servers()).hasSize(2);
          assertThat(status.servers()).allSatisfy(s -> assertThat(s.hooks()).hasSize(4));
          assertThat(status.problems()).isEmpty();
        });
  }

  @Test
  @Order(2)
  void aFirstPlanNamesTheTenantsAndNobodyElse() throws Exception {
    Eventually.within(
        SOON,
        () -> {
          Plan plan = cluster.plan();
          assertThat(plan.version()).isPositive();
          assertThat(tenantsOf(plan)).isEqualTo(TENANTS);
          for (UsageReport report : cluster.freshReports()) {
            assertThat(report.planVersion()).isEqualTo(cluster.plan().version());
          }
        });
  }

  private static Set<String> tenantsOf(Plan plan) {
    return plan.reservations().stream()
        .map(Reservation::tenant)
        .map(Object::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  @Order(10)
  void scansSeeEveryRowExactlyOnceAcrossRegions() throws Exception {
    for (TableName table : List.of(ALICE, BOB)) {
      Rows.write(cluster.connection(), table, ROWS);
      scanBothWays(table);
    }
  }

  private void scanBothWays(TableName table) throws Exception {
    List<String> all = Rows.keys(ROWS);
    assertThat(scan(table, new Scan().setCaching(CACHING))).isEqualTo(all);
    assertThat(scan(table, new Scan().setCaching(CACHING).setReversed(true)))
        .isEqualTo(Rows.reversed(all));
    Scan part =
        new Scan()
            .withStartRow(Bytes.toBytes(Rows.key(400)))
            .withStopRow(Bytes.toBytes(Rows.key(1_600)))
            .setCaching(70);
    assertThat(scan(table, part)).isEqualTo(all.subList(400, 1_600));
    assertThat(scan(table, new Scan().setLimit(777))).isEqualTo(all.subList(0, 777));
  }

  @Test
  @Order(11)
  void multiGetsAnswerInTheOrderOfTheirKeys() throws Exception {
    List<String> keys = Rows.reversed(Rows.keys(ROWS)).subList(300, 1_700);
    try (Table table = cluster.connection().getTable(BOB)) {
      List<Get> gets = keys.stream().map(Rows::get).toList();
      Result[] results = table.get(gets);
      for (int i = 0; i < results.length; i++) {
        assertThat(Bytes.toString(results[i].getRow())).isEqualTo(keys.get(i));
        Rows.requireSound(keys.get(i), results[i]);
      }
      assertThat(table.get(Rows.get("no such row")).isEmpty()).isTrue();
    }
  }

  @Test
  @Order(12)
  void conditionalWritesCountersAndDeletesDoWhatStockHBaseDoes() throws Exception {
    byte[] row = Bytes.toBytes("zz-scratch");
    for (TableName name : List.of(ALICE, BOB)) {
      try (Table table = cluster.connection().getTable(name)) {
        CheckAndMutate.Builder ifAbsent =
            CheckAndMutate.newBuilder(row).ifNotExists(Rows.FAMILY, Rows.QUALIFIER);
        assertThat(table.checkAndMutate(ifAbsent.build(Rows.put("zz-scratch"))).isSuccess())
            .isTrue();
        assertThat(table.checkAndMutate(ifAbsent.build(Rows.put("zz-scratch"))).isSuccess())
            .isFalse();
        byte[] counter = Bytes.toBytes("n");
        for (int i = 0; i < 5; i++) {
          table.increment(new Increment(row).addColumn(Rows.FAMILY, counter, 2));
        }
        byte[] log = Bytes.toBytes("log");
        table.append(new Append(row).addColumn(Rows.FAMILY, log, Bytes.toBytes("ab")));
        table.append(new Append(row).addColumn(Rows.FAMILY, log, Bytes.toBytes("cd")));
        Result result = table.get(new Get(row));
        assertThat(Bytes.toLong(result.getValue(Rows.FAMILY, counter))).isEqualTo(10);
        assertThat(Bytes.toString(result.getValue(Rows.FAMILY, log))).isEqualTo("abcd");
        table.delete(new Delete(row));
        assertThat(table.exists(new Get(row))).isFalse();
      }
      assertThat(scan(name, new Scan().setCaching(CACHING))).isEqualTo(Rows.keys(ROWS));
    }
  }

  @Test
  @Order(20)
  void operationsAreCountedPerTenantAndKind() throws Exception {
    cluster.freshReports();
    cluster.freshReports();
    long getsBefore = sums.of("alice", RequestKind.GET);
    long multiBefore = sums.of("carol", RequestKind.MULTI);
    long writesBefore = sums.of("default", RequestKind.WRITE);
    long scansBefore = sums.of("bob", RequestKind.SCAN);
    long bobsGetsBefore = sums.of("bob", RequestKind.GET);
    try (Table alice = cluster.connection().getTable(ALICE);
        Table carol = cluster.connection().getTable(CAROL);
        Table nobody = cluster.connection().getTable(NOBODY)) {
      for (int i = 0; i < 300; i++) {
        alice.get(Rows.get(Rows.key(i)));
      }
      carol.put(Rows.keys(200).stream().map(Rows::put).toList());
      for (int i = 0; i < 100; i++) {
        nobody.put(Rows.put(Rows.key(i)));
      }
      scan(BOB, new Scan().setCaching(100));
    }
    Eventually.within(
        SOON,
        () -> {
          assertThat(sums.of("alice", RequestKind.GET) - getsBefore).isBetween(299L, 301L);
          assertThat(sums.of("carol", RequestKind.MULTI) - multiBefore).isBetween(199L, 201L);
          assertThat(sums.of("default", RequestKind.WRITE) - writesBefore).isBetween(99L, 101L);
          assertThat(sums.of("bob", RequestKind.SCAN) - scansBefore).isGreaterThanOrEqualTo(20);
        });
    assertThat(sums.of("bob", RequestKind.GET)).isEqualTo(bobsGetsBefore);
  }

  @Test
  @Order(21)
  void systemTablesAreChargedToNobody() throws Exception {
    cluster.freshReports();
    cluster.freshReports();
    long before = sums.ofAllBut("steady");
    try (Table meta = cluster.connection().getTable(TableName.META_TABLE_NAME)) {
      for (int i = 0; i < 50; i++) {
        try (ResultScanner scanner = meta.getScanner(new Scan().setCaching(3))) {
          assertThat(scanner).hasSizeGreaterThan(10);
        }
      }
    }
    cluster.freshReports();
    cluster.freshReports();
    assertThat(sums.ofAllBut("steady")).isEqualTo(before);
    assertThat(sums.tenants()).isSubsetOf(TENANTS);
  }

  /**
   * Bytes in every tenant's partitions, all region servers together; tenants with none left out.
   */
  private Map<String, Long> cachedBytes() throws Exception {
    Map<String, Long> bytes = new TreeMap<>();
    for (UsageReport report : cluster.freshReports()) {
      for (TenantUsage usage : report.tenants()) {
        if (usage.cacheBytes() > 0) {
          bytes.merge(usage.tenant().name(), usage.cacheBytes(), Long::sum);
        }
      }
    }
    return bytes;
  }

  /** The tenants whose tables have files; a byte of any other tenant is an error. */
  private void requireCached(String after, String... tenants) throws Exception {
    Eventually.within(
        SOON, () -> assertThat(cachedBytes()).as("after " + after).containsOnlyKeys(tenants));
  }

  @Test
  @Order(30)
  void blocksAreCachedInTheirOwnersPartitionWhateverBroughtThemIn() throws Exception {
    try (Admin admin = cluster.admin()) {
      admin.flush(ALICE);
      requireCached("flush with cache-on-write", "alice");
      scanBothWays(ALICE);
      requireCached("reading flushed files", "alice");
      Rows.write(cluster.connection(), ALICE, ROWS);
      admin.flush(ALICE);
      admin.majorCompact(ALICE);
      awaitOneFilePerRegion(admin);
      scanBothWays(ALICE);
      requireCached("compaction", "alice");
      split(admin);
      scanBothWays(ALICE);
      requireCached("split", "alice");
      moveAll(admin);
      scanBothWays(ALICE);
      requireCached("region moves", "alice");
      admin.flush(BOB);
      scanBothWays(BOB);
      requireCached("reading bob's files", "alice", "bob");
      admin.flush(CAROL);
      scan(CAROL, new Scan());
      requireCached("reading carol's files in bob's namespace", "alice", "bob", "carol");
    }
  }

  private static void awaitOneFilePerRegion(Admin admin) throws Exception {
    Eventually.within(
        SOON,
        () -> {
          int files = 0;
          for (ServerName server : admin.getRegionServers()) {
            files +=
                admin.getRegionMetrics(server, ALICE).stream()
                    .mapToInt(region -> region.getStoreFileCount())
                    .sum();
          }
          assertThat(files).isEqualTo(SPLITS.length + 1);
        });
  }

  private static void split(Admin admin) throws Exception {
    int before = admin.getRegions(ALICE).size();
    byte[] first = admin.getRegions(ALICE).get(0).getRegionName();
    admin.splitRegionAsync(first, Bytes.toBytes(Rows.key(250))).get();
    Eventually.within(SOON, () -> assertThat(admin.getRegions(ALICE)).hasSizeGreaterThan(before));
  }

  private static void moveAll(Admin admin) throws Exception {
    List<ServerName> servers = new ArrayList<>(admin.getRegionServers());
    for (ServerName server : servers) {
      ServerName other = servers.get(servers.size() - 1 - servers.indexOf(server));
      for (RegionInfo region : admin.getRegions(server)) {
        if (region.getTable().equals(ALICE)) {
          admin.move(region.getEncodedNameAsBytes(), other);
        }
      }
    }
  }

  @Test
  @Order(40)
  void aPinReachesEveryRegionServerWithinASecondOfItsPublication() throws Exception {
    CliRun run =
        cluster.argus(
            "plan",
            "pin",
            "alice=0.4/0.3",
            "bob=0.3/0.4",
            "carol=0.1/0.1",
            "default=0.1/0.1",
            "steady=0.1/0.1");
    assertThat(run.exitCode()).as(run.err()).isZero();
    Plan pinned = cluster.plan();
    assertThat(pinned.mode()).isEqualTo(Plan.Mode.PINNED);
    assertThat(pinned.reservations())
        .anySatisfy(
            reservation -> {
              assertThat(reservation.tenant().name()).isEqualTo("alice");
              assertThat(reservation.cacheShare()).isCloseTo(0.4, within(1e-6));
              assertThat(reservation.hdfsShare()).isCloseTo(0.3, within(1e-6));
            });
    requireInForceWithinASecond(pinned);
  }

  private void requireInForceWithinASecond(Plan plan) throws Exception {
    for (int i = 0; i < cluster.regionServers(); i++) {
      String server = "regionserver-" + i;
      Eventually.within(SOON, () -> assertThat(inForceMillis(server, plan)).isPositive());
      assertThat(inForceMillis(server, plan) - plan.createdMillis())
          .as("milliseconds from plan v%d to %s", plan.version(), server)
          .isBetween(0L, 1_000L);
    }
  }

  /** When a region server logged that it applied a plan; 0 if it has not. */
  private long inForceMillis(String server, Plan plan) throws Exception {
    for (String line : cluster.log(server)) {
      Matcher matcher = IN_FORCE.matcher(line);
      if (matcher.matches() && Long.parseLong(matcher.group(2)) == plan.version()) {
        return LocalDateTime.parse(matcher.group(1), LOG_TIME)
            .atZone(ZoneId.systemDefault())
            .toInstant()
            .toEpochMilli();
      }
    }
    return 0;
  }

  @Test
  @Order(41)
  void thePlannersPlanComesBackWithAuto() throws Exception {
    long pinned = cluster.plan().version();
    CliRun run = cluster.argus("plan", "auto");
    assertThat(run.exitCode()).as(run.err()).isZero();
    Plan plan = cluster.plan();
    assertThat(plan.mode()).isEqualTo(Plan.Mode.AUTO);
    assertThat(plan.version()).isGreaterThan(pinned);
    requireInForceWithinASecond(plan);
  }

  @Test
  @Order(42)
  void statusAndWebPagesAnswer() throws Exception {
    int master = cluster.processes().ports().masterHttp();
    for (String page : List.of("/master-status", "/tablesDetailed.jsp", "/procedures.jsp")) {
      assertThat(WebPage.get(master, page).status()).as(page).isEqualTo(200);
      assertThat(WebPage.get(master, page).body()).as(page).containsOnlyOnce(ARGUS_LINK);
    }
    assertThat(WebPage.get(master, "/argus/").body()).contains("<title>Argus</title>");
    for (String document : List.of("status", "history", "plans", "functions", "interference")) {
      WebPage json = WebPage.get(master, "/argus/" + document + ".json");
      assertThat(json.status()).as(document).isEqualTo(200);
      assertThat(json.body()).as(document).containsPattern("\"version\": ?1,");
    }
    WebPage backup = WebPage.get(backupMasterPort, "/master-status");
    assertThat(backup.status()).isEqualTo(200);
    assertThat(backup.body()).doesNotContain(ARGUS_LINK);
    assertThat(WebPage.get(backupMasterPort, "/argus/status.json").status()).isEqualTo(404);
    for (int i = 0; i < cluster.regionServers(); i++) {
      WebPage page = WebPage.get(cluster.regionServerPort(i), "/rs-status");
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.body()).contains("ArgusBlockCache").containsOnlyOnce(ARGUS_LINK);
      assertThat(WebPage.get(cluster.regionServerPort(i), "/argus/").body()).contains("server.js");
      assertThat(WebPage.get(cluster.regionServerPort(i), "/jmx").status()).isEqualTo(200);
    }
    CliRun run = cluster.argus("status", "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("\"alice\"").contains("\"planVersion\"");
  }

  @Test
  @Order(50)
  void thePlanSurvivesTheDeathOfTheActiveMaster() throws Exception {
    assertThat(
            cluster
                .argus(
                    "plan",
                    "pin",
                    "alice=0.2/0.2",
                    "bob=0.2/0.2",
                    "carol=0.2/0.2",
                    "default=0.2/0.2",
                    "steady=0.2/0.2")
                .exitCode())
        .isZero();
    Plan before = cluster.plan();
    cluster.processes().kill("master");
    Eventually.within(
        FAILOVER,
        () ->
            assertThat(WebPage.tryGet(backupMasterPort, "/argus/status.json").body())
                .contains("\"planMode\": \"PINNED\""));
    assertThat(cluster.plan().version()).isEqualTo(before.version());
    assertThat(cluster.plan().mode()).isEqualTo(Plan.Mode.PINNED);
    assertThat(cluster.argus("plan", "auto").exitCode()).isZero();
    Plan after = cluster.plan();
    assertThat(after.version()).isGreaterThan(before.version());
    requireInForceWithinASecond(after);
    assertThat(WebPage.get(backupMasterPort, "/master-status").status()).isEqualTo(200);
  }

  @Test
  @Order(60)
  void aRegionServerThatDiedLosesNothingAndComesBackToThePlan() throws Exception {
    cluster.processes().kill("regionserver-1");
    for (TableName table : List.of(ALICE, BOB)) {
      scanBothWays(table);
    }
    cluster.startRegionServer(1);
    Eventually.within(
        FAILOVER,
        () -> {
          UsageReport report = cluster.report(1);
          assertThat(report.planVersion()).isEqualTo(cluster.plan().version());
          assertThat(report.hooks()).hasSize(4).allMatch(HookStatus::isActive);
        });
    Eventually.within(SOON, () -> assertThat(cluster.status().servers()).hasSize(2));
    scanBothWays(ALICE);
    assertThat(cluster.processes().dead()).isEmpty();
  }
}
