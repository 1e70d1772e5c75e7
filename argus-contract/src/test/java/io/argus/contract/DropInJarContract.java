package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.cluster.ClusterSettings;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.status.ClusterStatus;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * What must hold when stock HBase processes of any generation start with only the drop-in jar on
 * their class path and the keys that {@code argus install --print} prints: the tenants of calls and
 * blocks, charges, rejection, the distribution of a plan, metering, failover.
 *
 * <p>The steps depend on each other: first the components and the data, then the cache, the plan
 * and the failures. A stock client works during all of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public abstract class DropInJarContract {
  private static final int ROWS = 2_000;
  private static final int CACHING = 500;
  private static final List<String> SPLITS =
      List.of(Rows.key(500), Rows.key(1_000), Rows.key(1_500));
  private static final int QUEUE_LENGTH = 40;
  private static final int FLOODING_CLIENTS = 120;
  private static final int BUSY_CLIENTS = 3;
  private static final double BUSY_CPU_SECONDS = 10;
  private static final double LEAST_OF_BUSY = 0.3;
  private static final Duration BUSY_AT_MOST = Duration.ofMinutes(2);
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration FAILOVER = Duration.ofSeconds(90);
  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
  private static final Pattern IN_FORCE =
      Pattern.compile("^(\\S+ \\S+) .*In force: plan v(\\d+) .*");

  private final Platform platform;
  private final Map<String, String> site;
  private final String alice;
  private final String bob;
  private final String carol;
  private final String nobody;
  private final String steadyTable;
  private final Set<String> tenants;
  private TestCluster cluster;
  private SteadyClient steady;
  private UsageSums sums;
  private MeteredUsage metered;
  private int backupMasterPort;

  protected DropInJarContract(Platform platform) {
    this(platform, Map.of());
  }

  /**
   * @param site further hbase-site properties
   */
  protected DropInJarContract(Platform platform, Map<String, String> site) {
    this.platform = platform;
    this.site = site;
    alice = platform.tableOf("alice", "orders");
    bob = platform.tableOf("bob", "orders");
    carol = platform.tableOf("bob", "ledger");
    nobody = "plain";
    steadyTable = platform.tableOf("steady", "rows");
    tenants =
        new TreeSet<>(
            List.of("alice", "bob", "carol", "steady", platform.tenantOfUnmapped(nobody)));
  }

  @BeforeAll
  void startStockHBaseWithTheJarAndThePrintedKeys() throws Exception {
    PrintedFragment fragment = PrintedFragment.print(platform.hbase());
    assertThat(fragment.keys()).containsEntry("argus.mode", "observe");
    assertThat(fragment.keys().keySet().stream().filter(key -> key.startsWith("argus.")))
        .containsExactly("argus.mode");
    // One block of a scan is enough for a stream, so that these small tables use it (0.94).
    ClusterSettings settings =
        TestCluster.settings(2)
            .withSite("argus.queue.length", Integer.toString(QUEUE_LENGTH))
            .withSite("argus.report.period", "1000")
            .withSite("argus.scan.stream.after", "65536")
            .withSite("argus.usage.write.period", "1000")
            .withSite("hbase.balancer.period", "3600000");
    for (Map.Entry<String, String> property : site.entrySet()) {
      settings = settings.withSite(property.getKey(), property.getValue());
    }
    cluster = TestCluster.start(platform, platform.name(), settings, fragment.plugin());
    backupMasterPort = cluster.startBackupMaster();
    StockClient client = cluster.client();
    client.createTable(alice, true, null, SPLITS);
    client.createTable(bob, false, null, SPLITS);
    client.createTable(carol, false, "carol", List.of());
    client.createTable(nobody, false, null, List.of());
    client.createTable(steadyTable, false, null, List.of());
    Rows.write(client, steadyTable, 50);
    steady = new SteadyClient(cluster.newClient(), steadyTable);
    sums = new UsageSums(cluster);
    metered = new MeteredUsage(cluster, platform.usageTable(), Map.of(bob, "bob", carol, "carol"));
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

  /** Returns the cluster, for the steps that a generation adds to the contract. */
  protected final TestCluster cluster() {
    return cluster;
  }

  /**
   * Whether the parts run, too, that depend neither on the release of Hadoop nor on where blocks
   * are cached. Once for each generation of HBase is enough.
   */
  protected boolean isWhole() {
    return true;
  }

  private static void requireComponents(List<ComponentStatus> components) {
    assertThat(components)
        .extracting(ComponentStatus::component)
        .contains(
            "background",
            "cache",
            "plan",
            "cpu",
            "report",
            "scans",
            "scheduler",
            "tenants",
            "writes");
    assertThat(components).allMatch(ComponentStatus::isActive);
    assertThat(components).allSatisfy(component -> assertThat(component.reason()).isEmpty());
  }

  @Test
  @Order(1)
  void everyComponentIsActiveOnEveryRegionServer() throws Exception {
    Eventually.within(
        SOON,
        () -> {
          for (UsageReport report : cluster.freshReports()) {
            requireComponents(report.components());
          }
          ClusterStatus status = cluster.status();
          assertThat(status.servers()).hasSize(2);
          assertThat(status.servers()).allSatisfy(s -> requireComponents(s.components()));
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
          assertThat(tenantsOf(plan)).isEqualTo(tenants);
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
    for (String table : List.of(alice, bob)) {
      Rows.write(cluster.client(), table, ROWS);
      requireEveryRow(table);
    }
  }

  private void requireEveryRow(String table) throws Exception {
    List<String> all = Rows.keys(ROWS);
    assertThat(Rows.scan(cluster.client(), table, null, null, CACHING)).isEqualTo(all);
    assertThat(Rows.scan(cluster.client(), table, Rows.key(400), Rows.key(1_600), 70))
        .isEqualTo(all.subList(400, 1_600));
    requireMore(table, all);
  }

  /** Checks what else this generation's clients can read from a table with those rows. */
  protected void requireMore(String table, List<String> keys) throws Exception {}

  @Test
  @Order(11)
  void multiGetsAnswerInTheOrderOfTheirKeys() throws Exception {
    List<String> keys = Rows.reversed(Rows.keys(ROWS)).subList(300, 1_700);
    List<byte[]> values = cluster.client().getAll(bob, keys);
    assertThat(values).hasSameSizeAs(keys);
    for (int i = 0; i < values.size(); i++) {
      Rows.requireSound(keys.get(i), values.get(i));
    }
    assertThat(cluster.client().get(bob, "no such row")).isNull();
  }

  @Test
  @Order(20)
  void operationsAreCountedPerTenantAndKind() throws Exception {
    String unmapped = platform.tenantOfUnmapped(nobody);
    cluster.freshReports();
    cluster.freshReports();
    long getsBefore = sums.of("alice", RequestKind.GET);
    long multiBefore = sums.of("carol", RequestKind.MULTI);
    long writesBefore = sums.of(unmapped, RequestKind.WRITE);
    long scansBefore = sums.of("bob", RequestKind.SCAN);
    long bobsGetsBefore = sums.of("bob", RequestKind.GET);
    for (int i = 0; i < 300; i++) {
      Rows.requireSound(Rows.key(i), cluster.client().get(alice, Rows.key(i)));
    }
    cluster.client().putAll(carol, Rows.of(Rows.keys(200)));
    for (int i = 0; i < 100; i++) {
      cluster.client().put(nobody, Rows.key(i), Rows.value(Rows.key(i)));
    }
    Rows.scan(cluster.client(), bob);
    Eventually.within(
        SOON,
        () -> {
          assertThat(sums.of("alice", RequestKind.GET) - getsBefore).isBetween(299L, 301L);
          assertThat(sums.of("carol", RequestKind.MULTI) - multiBefore).isBetween(199L, 201L);
          assertThat(sums.of(unmapped, RequestKind.WRITE) - writesBefore).isBetween(99L, 101L);
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
    for (int i = 0; i < 50; i++) {
      assertThat(cluster.client().scanCatalogue()).isGreaterThan(10);
    }
    cluster.freshReports();
    cluster.freshReports();
    assertThat(sums.ofAllBut("steady")).isEqualTo(before);
    assertThat(sums.tenants()).isSubsetOf(tenants);
  }

  /** CPU seconds of all region servers so far, by their virtual machines. */
  private double cpuSeconds() throws Exception {
    double sum = 0;
    for (int i = 0; i < cluster.regionServers(); i++) {
      sum += JmxBeans.cpuSeconds(cluster.regionServerPort(i));
    }
    return sum;
  }

  @Test
  @Order(22)
  @EnabledIf("isWhole")
  void cpuTimeIsThatOfTheTenantThatKeepsTheServersBusy() throws Throwable {
    cluster.freshReports();
    double bobBefore = sums.cpuSeconds("bob");
    double carolBefore = sums.cpuSeconds("carol");
    double allBefore = sums.allCpuSeconds();
    double usedBefore = cpuSeconds();
    whileScanning(
        bob,
        () ->
            Eventually.within(
                BUSY_AT_MOST,
                () -> {
                  double used = cpuSeconds() - usedBefore;
                  assertThat(used).isGreaterThan(BUSY_CPU_SECONDS);
                  assertThat(sums.cpuSeconds("bob") - bobBefore)
                      .as("of %s s, some of them the compilers'", used)
                      .isGreaterThan(LEAST_OF_BUSY * used);
                }));
    Eventually.within(SOON, this::cpuIsDivided);
    Eventually.within(
        SOON,
        () -> {
          double used = cpuSeconds() - usedBefore;
          double ofBob = sums.cpuSeconds("bob") - bobBefore;
          double ofCarol = sums.cpuSeconds("carol") - carolBefore;
          assertThat(ofCarol).as("idle").isLessThan(0.02 * ofBob);
          assertThat(ofBob).isLessThan(used);
          assertThat(sums.allCpuSeconds() - allBefore)
              .as("reported, by the virtual machines %s", used)
              .isCloseTo(used, withinPercentage(10));
        });
    assertThat(cluster.argus("doctor", "-o", "wide").out()).contains("cores are in use: ");
  }

  private void cpuIsDivided() throws Exception {
    for (UsageReport report : cluster.freshReports()) {
      ServerCpu cpu = report.cpu();
      assertThat(cpu.available()).isPositive();
      assertThat(cpu.machineBusy()).as("0 while it is unknown").isPositive();
      double parts =
          report.tenants().stream().mapToDouble(TenantUsage::cpuFraction).sum()
              + cpu.unattributed();
      assertThat(parts).isCloseTo(cpu.serverBusy(), within(1e-6));
    }
  }

  private void whileScanning(String table, ThrowingCallable action) throws Throwable {
    AtomicBoolean ended = new AtomicBoolean();
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    Runnable scans =
        () -> {
          try {
            while (!ended.get()) {
              Rows.scan(cluster.client(), table, null, null, CACHING);
            }
          } catch (Throwable failure) {
            failures.add(failure);
          }
        };
    List<Thread> clients =
        Stream.generate(() -> new Thread(scans, "busy")).limit(BUSY_CLIENTS).toList();
    clients.forEach(Thread::start);
    try {
      action.call();
    } finally {
      ended.set(true);
      for (Thread each : clients) {
        each.join();
      }
    }
    assertThat(failures).isEmpty();
  }

  @Test
  @Order(30)
  void blocksAreCachedInTheirOwnersPartitionWhateverBroughtThemIn() throws Exception {
    StockClient client = cluster.client();
    CachedBlocks cached = new CachedBlocks(cluster);
    cached.requireOwners(alice, ROWS, Rows.key(250), () -> requireEveryRow(alice), "alice");
    client.flush(bob);
    requireEveryRow(bob);
    cached.require("reading bob's files", "alice", "bob");
    client.bulkLoad(carol, Rows.of(Rows.keys(200, 700)));
    assertThat(Rows.scan(client, carol)).isEqualTo(Rows.keys(700));
    cached.require("reading carol's loaded files beside bob's", "alice", "bob", "carol");
  }

  @Test
  @Order(31)
  void whatIsReadAndWrittenIsSettledOnceAndWhatIsCachedIsFree() throws Exception {
    StockClient client = cluster.client();
    String tenant = platform.tenantOfUnmapped(nobody);
    long bytes = (long) ROWS * Rows.value(Rows.key(0)).length;
    long writtenBefore = sums.hdfsWrittenBytes(tenant);
    client.putAll(nobody, Rows.of(Rows.keys(ROWS)));
    client.flush(nobody);
    Eventually.within(
        SOON,
        () ->
            assertThat(sums.hdfsWrittenBytes(tenant) - writtenBefore)
                .as("log and flush")
                .isBetween(2 * bytes, 4 * bytes));
    long readBefore = sums.hdfsReadBytes(tenant);
    assertThat(Rows.scan(client, nobody)).isEqualTo(Rows.keys(ROWS));
    Eventually.within(
        SOON,
        () -> assertThat(sums.hdfsReadBytes(tenant) - readBefore).isBetween(bytes, 2 * bytes));
    cluster.freshReports();
    cluster.freshReports();
    long before = sums.hdfsReadBytes(tenant);
    assertThat(Rows.scan(client, nobody)).isEqualTo(Rows.keys(ROWS));
    cluster.freshReports();
    cluster.freshReports();
    assertThat(sums.hdfsReadBytes(tenant)).isEqualTo(before);
  }

  @Test
  @Order(35)
  void aTenantThatFloodsItsQueueIsRefusedAndTriesAgainAndNobodyElseIs() throws Exception {
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    Set<String> others = new TreeSet<>(tenants);
    others.remove("bob");
    List<Thread> clients = new ArrayList<>();
    try (StockClient client = cluster.newClient()) {
      for (int i = 0; i < FLOODING_CLIENTS; i++) {
        int from = i;
        Thread thread = new Thread(() -> flood(client, from, failures), "flood-" + i);
        clients.add(thread);
        thread.start();
      }
      while (clients.stream().anyMatch(Thread::isAlive)) {
        requireEveryRow(alice); // whose scans have to pause
      }
      for (Thread thread : clients) {
        thread.join();
      }
    }
    assertThat(failures).isEmpty();
    Eventually.within(SOON, () -> assertThat(sums.rejected("bob")).isPositive());
    for (String other : others) {
      assertThat(sums.rejected(other)).as("refused of %s", other).isZero();
    }
    requireEveryRow(bob);
  }

  private void flood(StockClient client, int from, Queue<Throwable> failures) {
    try {
      for (int i = 0; i < 3; i++) {
        assertThat(client.scan(bob, Rows.key(from), Rows.key(from + 350), 350)).hasSize(350);
      }
    } catch (Throwable failure) {
      failures.add(failure);
    }
  }

  @Test
  @Order(40)
  void aPinReachesEveryRegionServerWithinASecondOfItsPublication() throws Exception {
    CliRun run = cluster.argus("plan", "pin", "alice=0.4/0.3", "bob=0.3/0.4");
    assertThat(run.exitCode()).as(run.err()).isZero();
    Plan pinned = cluster.plan();
    assertThat(pinned.mode()).isEqualTo(Plan.Mode.PINNED);
    assertThat(pinned.reservations())
        .as("tenants that are not named share the rest")
        .extracting(reservation -> reservation.tenant().name())
        .contains("carol", "steady", platform.tenantOfUnmapped(nobody));
    assertThat(pinned.reservations())
        .anySatisfy(
            reservation -> {
              assertThat(reservation.tenant().name()).isEqualTo("alice");
              assertThat(reservation.cacheShare()).isCloseTo(0.4, within(1e-6));
              assertThat(reservation.hdfsShare()).isCloseTo(0.3, within(1e-6));
            });
    requireInForceWithinASecond(pinned);
  }

  private void requireInForce(Plan plan) throws Exception {
    for (int i = 0; i < cluster.regionServers(); i++) {
      String server = "regionserver-" + i;
      Eventually.within(SOON, () -> assertThat(inForceMillis(server, plan)).isPositive());
    }
  }

  private void requireInForceWithinASecond(Plan plan) throws Exception {
    requireInForce(plan);
    for (int i = 0; i < cluster.regionServers(); i++) {
      String server = "regionserver-" + i;
      assertThat(inForceMillis(server, plan) - plan.createdMillis())
          .as("milliseconds from plan v%d to %s", plan.version(), server)
          .isBetween(0L, 1_000L);
    }
  }

  /** Returns when a region server logged that a plan is in force; 0 if it has not. */
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
  void thePlannersPlanComesBackWithUnpin() throws Exception {
    long pinned = cluster.plan().version();
    CliRun run = cluster.argus("plan", "unpin");
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
    assertThat(WebPage.get(master, "/master-status").status()).isEqualTo(200);
    assertThat(WebPage.get(master, "/argus/").body()).contains("<title>Argus</title>");
    for (String document :
        List.of("status", "history", "plans", "functions", "contention-now", "placement")) {
      WebPage json = WebPage.get(master, "/argus/" + document + ".json");
      assertThat(json.status()).as(document).isEqualTo(200);
      assertThat(json.body()).as(document).containsPattern("\"version\": ?2,");
    }
    assertThat(WebPage.get(master, "/argus/placement.json").body())
        .as("regions that the master knows")
        .containsPattern("\"regions\":[1-9]");
    WebPage backup = WebPage.get(backupMasterPort, "/master-status");
    assertThat(backup.status()).isEqualTo(200);
    assertThat(WebPage.get(backupMasterPort, "/argus/status.json").status()).isEqualTo(404);
    for (int i = 0; i < cluster.regionServers(); i++) {
      WebPage page = WebPage.get(cluster.regionServerPort(i), "/rs-status");
      assertThat(page.status()).isEqualTo(200);
      assertThat(WebPage.get(cluster.regionServerPort(i), "/argus/").body()).contains("server.js");
      assertThat(WebPage.get(cluster.regionServerPort(i), "/jmx").status()).isEqualTo(200);
    }
    CliRun run = cluster.argus("status", "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("\"alice\"").contains("\"planVersion\"");
  }

  @Test
  @Order(43)
  void monitoringSeesEveryTenantByItsName() throws Exception {
    for (int i = 0; i < 50; i++) {
      cluster.client().get(alice, Rows.key(i));
    }
    int master = cluster.processes().ports().masterHttp();
    Eventually.within(
        SOON,
        () -> {
          JmxBeans ofMaster = JmxBeans.read(master);
          JmxBeans ofServer = JmxBeans.read(cluster.regionServerPort(0));
          assertThat(ofMaster.of("ArgusCluster").get("Tenants").getAsInt()).isEqualTo(5);
          assertThat(ofMaster.of("ArgusCluster").get("PlanVersion").getAsLong()).isPositive();
          for (String tenant : tenants) {
            assertThat(ofMaster.of("ArgusClusterTenant,tenant=" + tenant).keySet())
                .contains("OperationsPerSecond", "ThroughputLoss", "CacheShare", "HdfsShare");
            assertThat(ofServer.of("ArgusTenant,tenant=" + tenant).keySet())
                .contains("GetOperationsPerSecond", "OperationsTotal", "HitRatio", "BlockedOnIo");
            assertThat(ofServer.of("ArgusTenant,tenant=" + tenant + ",quantile=0.99").keySet())
                .contains("QueueWaitSeconds", "HdfsWaitSeconds");
          }
          assertThat(ofServer.of("ArgusServer").get("CacheCapacityBytes").getAsLong())
              .isEqualTo(cluster.report(0).cacheCapacityBytes());
          assertThat(ofServer.of("ArgusComponent,component=scheduler").get("Active").getAsInt())
              .isOne();
        });
    requireMoreMetrics();
  }

  /** Checks what else this generation's monitoring shows. */
  protected void requireMoreMetrics() throws Exception {}

  @Test
  @Order(44)
  void operatorsCommandsTellWhatIsSo() throws Exception {
    CliRun owners = cluster.argus("tables", alice, carol);
    assertThat(owners.exitCode()).as(owners.err()).isZero();
    assertThat(owners.out()).containsPattern(alice + " +alice");
    assertThat(owners.out()).containsPattern(carol + " +carol  table attribute ARGUS_TENANT=carol");
    assertThat(cluster.argus("tables", "nosuch").exitCode()).isOne();
    CliRun why = cluster.argus("explain", "steady", "--seconds", "3");
    assertThat(why.exitCode()).as(why.err()).isZero();
    assertThat(why.out()).contains("Where its time goes", "Limited by: ", "What would help: ");
    CliRun document = cluster.argus("explain", "steady", "--seconds", "1", "-o", "json");
    assertThat(document.out()).contains("\"limit\"", "\"cpu\"", "\"available\"");
    assertThat(cluster.argus("explain", "nosuch").err()).contains("tenant nosuch is unknown");
    CliRun top = cluster.argus("top", "--once");
    assertThat(top.exitCode()).as(top.err()).isZero();
    assertThat(top.out()).contains("loss").contains(tenants);
    CliRun history = cluster.argus("history", "alice");
    assertThat(history.exitCode()).as(history.err()).isZero();
    assertThat(history.out().lines().count()).isGreaterThan(2);
    CliRun doctor = cluster.argus("doctor");
    assertThat(doctor.out()).contains("NOTE zookeeper-open", "NOTE bottleneck", "unmapped-table");
    assertThat(doctor.out()).contains("2 region servers, 2 of them with Argus");
    assertThat(doctor.out().lines().filter(line -> line.startsWith("PROBLEM")))
        .allMatch(line -> line.startsWith("PROBLEM unmapped-table: " + nobody + " "));
  }

  @Test
  @Order(45)
  void switchedOffAndOnUnderLoadWithinASecondAndNobodySeesAnError() throws Exception {
    LiveControl control = new LiveControl(cluster);
    try (LoadedCluster load = new LoadedCluster(cluster, steadyTable, bob, ROWS)) {
      load.awaitMore();
      control.requireChange("enforce", "observe", "mode", "observe");
      control.requireInForceWithinASecond();
      load.awaitMore();
      control.requireChange("observe", "off", "off");
      control.requireInForceWithinASecond();
      control.requireComponent("scheduler", false, "argus.mode is off");
      control.requireComponent("cache", false, "argus.mode is off; what Argus put in place stays");
      load.awaitMore();
      control.requireChange("off", "observe", "on");
      control.requireInForceWithinASecond();
      load.awaitMore();
      control.requireChange("observe", "enforce", "set", "argus.mode=enforce");
      control.requireInForceWithinASecond();
      load.awaitMore();
      load.requireNoError();
    }
    control.requireChange("enforce", "enforce", "unset", "argus.mode");
    for (UsageReport report : cluster.freshReports()) {
      requireComponents(report.components());
    }
    requireEveryRow(alice);
  }

  @Test
  @Order(46)
  @EnabledIf("isWhole")
  void aChangeIsRefusedAsAWholeAndEveryChangeThatWasMadeIsAudited() throws Exception {
    LiveControl control = new LiveControl(cluster);
    control.requireRefused();
    control.requireLog("enforce", "observe", "off", "observe");
    control.requireAccessRightsOfHBase("settings", "plan", "status", "usage");
    control.requireOneFeatureAlone("cache", "scheduler");
    control.requireOneFeatureAlone("scheduler", "cache");
  }

  @Test
  @Order(46)
  @EnabledIf("isWhole")
  void slosAreStoredListedAuditedAndTakenBack() throws Exception {
    new LiveControl(cluster).requireSlos("alice");
  }

  @Test
  @Order(47)
  void thePageChangesNothing() throws Exception {
    for (String method : List.of("POST", "PUT", "DELETE")) {
      for (String path : List.of("/argus/", "/argus/status.json", "/argus/set")) {
        int master = cluster.processes().ports().masterHttp();
        assertThat(WebPage.send(method, master, path).status()).isBetween(400, 499);
        assertThat(WebPage.send(method, cluster.regionServerPort(0), path).status())
            .isBetween(400, 499);
      }
    }
  }

  @Test
  @Order(48)
  void creditsThatAreSetAreTheMostThatIsRead() throws Exception {
    StockClient client = cluster.client();
    long bytes = (long) ROWS * Rows.value(Rows.key(0)).length;
    client.putAll(nobody, Rows.of(Rows.keys(ROWS)));
    client.flush(nobody);
    requireDone("set", "argus.credits=" + bytes / 2);
    try {
      long start = System.nanoTime();
      assertThat(Rows.scan(client, nobody)).isEqualTo(Rows.keys(ROWS));
      // Half of the bytes every two seconds, minus the credits saved before.
      assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.SECONDS.toNanos(1));
    } finally {
      requireDone("unset", "argus.credits");
    }
  }

  private void requireDone(String... command) {
    CliRun run = cluster.argus(command);
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
  }

  @Test
  @Order(49)
  @EnabledIf("isWhole")
  void whatIsMeteredIsWhatHBaseCounts() throws Exception {
    metered.requireSums();
    metered.requireTenants(tenants);
    metered.requireBytes(bob);
    metered.requireCommands();
  }

  @Test
  @Order(50)
  @EnabledIf("isWhole")
  void thePlanSurvivesTheDeathOfTheActiveMaster() throws Exception {
    assertThat(
            cluster
                .argus(
                    "plan",
                    "pin",
                    "alice=0.2/0.2",
                    "bob=0.2/0.2",
                    "carol=0.2/0.2",
                    platform.tenantOfUnmapped(nobody) + "=0.2/0.2",
                    "steady=0.2/0.2")
                .exitCode())
        .isZero();
    Plan before = cluster.plan();
    cluster.processes().kill("master");
    requireEveryRow(bob);
    Eventually.within(
        FAILOVER,
        () ->
            assertThat(WebPage.tryGet(backupMasterPort, "/argus/status.json").body())
                .contains("\"planMode\": \"PINNED\""));
    metered.requireSums();
    assertThat(cluster.plan().version()).isEqualTo(before.version());
    assertThat(cluster.plan().mode()).isEqualTo(Plan.Mode.PINNED);
    assertThat(cluster.argus("plan", "unpin").exitCode()).isZero();
    Plan after = cluster.plan();
    assertThat(after.version()).isGreaterThan(before.version());
    requireInForce(after); // by a process that has just begun to run this code
    assertThat(WebPage.get(backupMasterPort, "/master-status").status()).isEqualTo(200);
  }

  @Test
  @Order(51)
  @EnabledIf("isWhole")
  void aUsageTableThatIsDisabledLosesNothing() throws Exception {
    metered.requireNothingIsLostWhileTheTableIsDisabled(bob);
  }

  @Test
  @Order(60)
  @EnabledIf("isWhole")
  void aRegionServerThatDiedLosesNothingAndComesBackToThePlan() throws Exception {
    cluster.freshReports();
    cluster.freshReports();
    metered.requireSums();
    cluster.processes().kill("regionserver-1");
    for (String table : List.of(alice, bob)) {
      requireEveryRow(table);
    }
    cluster.startRegionServer(1);
    Eventually.within(
        FAILOVER,
        () -> {
          UsageReport report = cluster.report(1);
          assertThat(report.planVersion()).isEqualTo(cluster.plan().version());
          requireComponents(report.components());
        });
    Eventually.within(SOON, () -> assertThat(cluster.status().servers()).hasSize(2));
    requireEveryRow(alice);
    metered.requireSums();
    assertThat(cluster.processes().dead()).isEmpty();
  }

  @Test
  @Order(61)
  @EnabledIf("isWhole")
  void aUsageTableThatIsDroppedIsCreatedAgain() throws Exception {
    metered.requireItIsCreatedAgainOnceDropped(bob);
  }

  /** The former backup is active, and reads what both masters have written to HDFS. */
  @Test
  @Order(62)
  @EnabledIf("isWhole")
  void thePageShowsThePast() throws Exception {
    Eventually.within(
        Duration.ofSeconds(30),
        () -> {
          WebPage page =
              WebPage.get(backupMasterPort, "/argus/recorded.json?from=1h&zone=UTC&tenant=steady");
          assertThat(page.status()).as(page.body()).isEqualTo(200);
          requireRecorded(page.body());
          JsonObject incident =
              JsonParser.parseString(page.body()).getAsJsonObject().getAsJsonObject("incident");
          assertThat(incident.get("limit").getAsString()).isNotEmpty();
          assertThat(incident.get("advice").getAsString()).isNotEmpty();
        });
  }

  @Test
  @Order(70)
  @EnabledIf("isWhole")
  void withoutAnyMasterItCanStillBeSwitchedOff() throws Exception {
    cluster.processes().kill("master-backup");
    CliRun run = cluster.argus("off");
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains("argus.mode: enforce -> off");
    for (UsageReport report : cluster.freshReports()) {
      assertThat(report.setup().settings()).containsEntry("argus.mode", "off");
    }
    requireEveryRow(alice);
  }

  /** After all others: it ends what is left of HBase. */
  @Test
  @Order(80)
  @EnabledIf("isWhole")
  void whatBothMastersRecordedIsReadOnceHBaseIsDown() throws Exception {
    steady.close();
    for (String process : List.of("regionserver-0", "regionserver-1", "zookeeper")) {
      cluster.processes().kill(process);
    }
    requireRecorded(cluster.argus("history", "steady", "--from", "1h", "--json"));
  }

  /** Both masters have recorded that they became active, and what the steady client did. */
  protected static void requireRecorded(CliRun history) {
    assertThat(history.exitCode()).as(history.out() + history.err()).isZero();
    requireRecorded(history.out());
  }

  private static void requireRecorded(String json) {
    JsonObject recorded = JsonParser.parseString(json).getAsJsonObject();
    assertThat(recorded.getAsJsonArray("problems")).isEmpty();
    assertThat(recorded.getAsJsonArray("tenants"))
        .filteredOn(each -> each.getAsJsonObject().get("tenant").getAsString().equals("steady"))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.getAsJsonObject().getAsJsonArray("operationsPerSecond"))
                    .anyMatch(rate -> !rate.isJsonNull() && rate.getAsDouble() > 0));
    assertThat(recorded.getAsJsonArray("events"))
        .filteredOn(
            event ->
                event.getAsJsonObject().get("text").getAsString().endsWith(" is the active master"))
        .hasSizeGreaterThanOrEqualTo(2);
  }
}
