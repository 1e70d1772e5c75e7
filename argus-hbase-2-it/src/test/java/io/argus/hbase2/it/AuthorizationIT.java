package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.cluster.ClusterSettings;
import io.argus.cluster.runtime.Plugin;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.LiveControl;
import io.argus.contract.PrintedFragment;
import io.argus.contract.Rows;
import io.argus.contract.SteadyClient;
import io.argus.contract.StockClient;
import io.argus.contract.TestCluster;
import io.argus.core.plan.Plan;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Live control of an HBase 2.6 with authorization: only administrators change anything. Without
 * Kerberos, a user's name is what the client says.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AuthorizationIT {
  private static final String TABLE = "left:rows";
  private static final String ACCESS_CONTROLLER =
      "org.apache.hadoop.hbase.security.access.AccessController";
  private static final String USER = "HADOOP_USER_NAME";
  private static final int DENIED = 4;
  private static final String DENIED_OWNER =
      "only administrators of HBase may set the tenant of a table";
  private static final Duration SOON = Duration.ofSeconds(30);

  /**
   * More than ten million operations: -Dargus.registers.seconds=2900, and for the second compiler
   * -Dargus.cluster.java.flags=-XX:+UseSerialGC.
   */
  private static final Duration LINEARIZABLE_FOR =
      Duration.ofSeconds(Long.getLong("argus.registers.seconds", 8));

  private TestCluster cluster;
  private SteadyClient steady;
  private Path offFile;

  @BeforeAll
  void startWithAuthorization() throws Exception {
    PrintedFragment fragment = PrintedFragment.print("2.6");
    offFile = Path.of(System.getProperty("argus.state")).toAbsolutePath().resolve("switched-off");
    Files.deleteIfExists(offFile);
    Plugin plugin =
        fragment
            .plugin()
            .with(
                List.of(),
                Map.of(
                    "hbase.security.authorization",
                    "true",
                    "hbase.coprocessor.master.classes",
                    ACCESS_CONTROLLER
                        + ","
                        + fragment.keys().get("hbase.coprocessor.master.classes"),
                    "hbase.coprocessor.region.classes",
                    ACCESS_CONTROLLER,
                    "argus.rows.share",
                    "0.5",
                    "argus.rows.min.share",
                    "0.5",
                    "argus.off.file",
                    offFile.toString()));
    ClusterSettings settings = TestCluster.settings(1).withSite("argus.planner.period", "2000");
    cluster = TestCluster.start(HBase2.onHadoop(2), "authorization", settings, plugin);
    cluster.client().createTable(TABLE, false, null, List.of());
    Rows.write(cluster.client(), TABLE, 50);
    steady = new SteadyClient(cluster.newClient(), TABLE);
    Eventually.within(SOON, () -> assertThat(cluster.plan().reservations()).isNotEmpty());
  }

  @AfterAll
  void stop() throws Exception {
    try (AutoCloseable processes = cluster) {
      if (steady != null) {
        steady.close();
        assertThat(steady.errors()).isEmpty();
      }
    } finally {
      Files.deleteIfExists(offFile);
    }
  }

  private CliRun as(String user, String... command) {
    System.setProperty(USER, user);
    try {
      return cluster.argus(command);
    } finally {
      System.clearProperty(USER);
    }
  }

  private SettingsOverrides stored() throws Exception {
    return SettingsOverrides.read(cluster.node("settings").orElse(null));
  }

  @Test
  @Order(1)
  void anOrdinaryUserChangesNothing() throws Exception {
    for (String command :
        List.of(
            "set argus.mode=off",
            "unset argus.mode",
            "off",
            "on",
            "set argus.cache.enabled=false",
            "plan pin left=1/1",
            "plan unpin")) {
      CliRun run = as("bob", command.split(" "));
      assertThat(run.exitCode()).as(command + ": " + run.out() + run.err()).isEqualTo(DENIED);
      assertThat(run.err()).contains("only administrators of HBase may change Argus", "bob");
    }
    assertThat(stored().version()).isZero();
    assertThat(cluster.node("pin")).isEmpty();
    assertThat(cluster.plan().mode()).isNotEqualTo(Plan.Mode.PINNED);
    assertThat(as("bob", "status").exitCode()).as("reading").isZero();
  }

  @Test
  @Order(2)
  void anAdministratorDoesAndIsNamedInTheLog() throws Exception {
    try (Connection connection = ((HBase2Client) cluster.newClient()).connection()) {
      grant(connection, "carol", Permission.Action.ADMIN);
    }
    Eventually.within(
        SOON, () -> assertThat(as("carol", "set", "argus.alpha=0.25").exitCode()).isZero());
    assertThat(stored().log())
        .singleElement()
        .satisfies(
            change -> {
              assertThat(change.who()).isEqualTo("carol");
              assertThat(change.before()).isEqualTo("0.5");
            });
    Eventually.within(SOON, () -> assertThat(cluster.status().alpha()).isEqualTo(0.25));
    CliRun wrong = as("carol", "set", "argus.alpha=7");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).contains("must be a number from 0.0 to 1.0");
    CliRun pin = as("carol", "plan", "pin", "left=1/1");
    assertThat(pin.exitCode()).as(pin.err()).isZero();
    assertThat(cluster.plan().mode()).isEqualTo(Plan.Mode.PINNED);
    assertThat(as("carol", "plan", "unpin").exitCode()).isZero();
    assertThat(cluster.argus("unset", "argus.alpha").exitCode()).as("the superuser").isZero();
  }

  private static void grant(Connection connection, String user, Permission.Action action)
      throws Exception {
    granted(() -> AccessControlClient.grant(connection, user, action));
  }

  private static void grantNamespace(Connection connection, String user, String namespace)
      throws Exception {
    granted(
        () -> AccessControlClient.grant(connection, namespace, user, Permission.Action.values()));
  }

  private interface Grant {
    void run() throws Throwable;
  }

  private static void granted(Grant grant) throws Exception {
    try {
      grant.run();
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Order(3)
  void whoMayOnlyCreateTablesDoesNotSayWhoseTheyAre() throws Exception {
    try (Connection root = ((HBase2Client) cluster.newClient()).connection()) {
      grant(root, "bob", Permission.Action.CREATE);
      User bob = User.createUserForTesting(root.getConfiguration(), "bob", new String[0]);
      TableDescriptor own = table("bobs");
      TableDescriptor gold = owned(own, "gold");
      try (Connection connection =
              ConnectionFactory.createConnection(root.getConfiguration(), bob);
          Admin admin = connection.getAdmin()) {
        Eventually.within(SOON, () -> admin.createTable(own));
        assertDenied(() -> admin.modifyTable(gold));
        assertDenied(() -> admin.createTable(owned(table("others"), "gold")));
      }
      try (Admin admin = root.getAdmin()) {
        admin.modifyTable(gold);
        assertThat(admin.getDescriptor(own.getTableName()).getValue("ARGUS_TENANT"))
            .isEqualTo("gold");
      }
    }
  }

  @Test
  @Order(4)
  void aSnapshotIsNoWayToAnotherTenant() throws Exception {
    try (Connection root = ((HBase2Client) cluster.newClient()).connection();
        Admin admin = root.getAdmin()) {
      TableDescriptor own = table("dave:own");
      TableDescriptor gold = owned(own, "gold");
      admin.createNamespace(NamespaceDescriptor.create("dave").build());
      grantNamespace(root, "dave", "dave");
      User dave = User.createUserForTesting(root.getConfiguration(), "dave", new String[0]);
      try (Connection connection =
              ConnectionFactory.createConnection(root.getConfiguration(), dave);
          Admin his = connection.getAdmin()) {
        Eventually.within(SOON, () -> his.createTable(own));
        his.snapshot("his-own", own.getTableName());
        his.cloneSnapshot("his-own", TableName.valueOf("dave:copy"));
        admin.modifyTable(gold);
        his.snapshot("gold", own.getTableName());
        assertDenied(() -> his.cloneSnapshot("gold", TableName.valueOf("dave:golden")));
        assertThat(admin.tableExists(TableName.valueOf("dave:golden"))).isFalse();
        his.disableTable(own.getTableName());
        assertThatThrownBy(() -> his.restoreSnapshot("his-own", false))
            .hasStackTraceContaining(DENIED_OWNER);
        his.restoreSnapshot("gold", false);
        assertThat(admin.getDescriptor(own.getTableName()).getValue("ARGUS_TENANT"))
            .isEqualTo("gold");
      }
      admin.cloneSnapshot("gold", TableName.valueOf("dave:golden"));
    }
  }

  @Test
  @Order(5)
  void thePriorityOfAnOrdinaryUserIsIgnoredAndCounted() throws Exception {
    try (Connection root = ((HBase2Client) cluster.newClient()).connection()) {
      grant(root, "erin", Permission.Action.READ);
      User erin = User.createUserForTesting(root.getConfiguration(), "erin", new String[0]);
      Get get = new Get(Bytes.toBytes(Rows.key(0))).setPriority(100);
      try (Connection connection =
              ConnectionFactory.createConnection(root.getConfiguration(), erin);
          Table table = connection.getTable(TableName.valueOf(TABLE))) {
        Eventually.within(SOON, () -> table.get(get));
        Eventually.within(SOON, () -> assertThat(ignored()).isPositive());
        assertThat(cluster.argus("set", "argus.priority.users=erin,frank").exitCode()).isZero();
        requireIgnored(table, get, false, "of a user that is configured");
        assertThat(cluster.argus("unset", "argus.priority.users").exitCode()).isZero();
        requireIgnored(table, get, true, "of a user that is no more");
      }
      try (Table table = root.getTable(TableName.valueOf(TABLE))) {
        requireIgnored(table, get, false, "of the servers' own user");
      }
    }
  }

  private void requireIgnored(Table table, Get get, boolean ignored, String whose)
      throws Exception {
    long before = ignored();
    table.get(get);
    assertThat(ignored() - before)
        .as("priorities %s that are ignored", whose)
        .isEqualTo(ignored ? 1 : 0);
  }

  /** Ignored priorities so far, in the report of a window that has not ended yet. */
  private long ignored() throws Exception {
    return cluster.freshReports().get(0).tenants().stream()
        .filter(usage -> usage.tenant().name().equals("left"))
        .mapToLong(usage -> usage.totals().get(UsageCounter.IGNORED_PRIORITIES))
        .sum();
  }

  @Test
  @Order(5)
  void requestsOfTwoUsersOnOneTableCountForTheTenantsOfTheRules() throws Exception {
    try (Connection root = ((HBase2Client) cluster.newClient()).connection()) {
      grant(root, "etl", Permission.Action.READ);
      grant(root, "web", Permission.Action.READ);
      Get get = new Get(Bytes.toBytes(Rows.key(0)));
      CliRun denied = as("bob", "tenant", "rules", "set", "user:bob=gold");
      assertThat(denied.exitCode()).as(denied.out() + denied.err()).isEqualTo(DENIED);
      try (Connection etls = connection(root, "etl");
          Table etl = etls.getTable(TableName.valueOf(TABLE));
          Connection webs = connection(root, "web");
          Table web = webs.getTable(TableName.valueOf(TABLE))) {
        Eventually.within(SOON, () -> etl.get(get));
        Eventually.within(SOON, () -> web.get(get));
        requireGets(0, etl, get);
        CliRun set = cluster.argus("tenant", "rules", "set", "user:etl=batch", "user:nobody=gold");
        assertThat(set.exitCode()).as(set.out() + set.err()).isZero();
        try (Admin admin = root.getAdmin()) {
          admin.flush(TableName.valueOf(TABLE));
        }
        requireGets(20, etl, get);
        requireGets(0, web, get);
        assertThat(cachedBytesOf("batch")).as("blocks are those of the table's tenant").isZero();
        assertThat(cachedBytesOf("left")).isPositive();
        Eventually.within(
            SOON,
            () ->
                assertThat(cluster.argus("tenant", "rules", "list").out())
                    .isEqualTo("user:etl=batch\nuser:nobody=gold  (has matched nobody so far)\n"));
        assertThat(
                cluster.argus("tenant", "rules", "test", "--user", "etl", "--table", TABLE).out())
            .isEqualTo("tenant batch: rule user:etl=batch\n");
        assertThat(
                cluster.argus("tenant", "rules", "test", "--user", "web", "--table", TABLE).out())
            .startsWith("tenant left: no rule matches, it owns the table");
        requirePlanAndStatusOf("batch", etl, get);
        assertThat(cluster.argus("tenant", "cap", "batch", "--max-ops", "1000").exitCode())
            .isZero();
        assertThat(cluster.argus("tenant", "share", "batch=0.5").exitCode()).isZero();
        requireGets(20, etl, get);
        assertThat(cluster.argus("tenant", "cap", "batch", "--remove").exitCode()).isZero();
        assertThat(cluster.argus("tenant", "share", "batch=1").exitCode()).isZero();
        CliRun removed = cluster.argus("tenant", "rules", "remove", "user:etl", "user:nobody");
        assertThat(removed.exitCode()).as(removed.out() + removed.err()).isZero();
        requireGets(0, etl, get);
      }
    }
  }

  @Test
  @Order(5)
  void anAttributeOfConnectionOrRequestNamesTheTenantForWhomARuleAllowsIt() throws Exception {
    try (Connection root = ((HBase2Client) cluster.newClient()).connection()) {
      grant(root, "gateway", Permission.Action.READ);
      grant(root, "web", Permission.Action.READ);
      Get get = new Get(Bytes.toBytes(Rows.key(0)));
      CliRun set =
          cluster.argus("tenant", "rules", "set", "user:gateway attribute:app=batch|night_*");
      assertThat(set.exitCode()).as(set.out() + set.err()).isZero();
      try (Connection gateways =
              connection(root, "gateway", Map.of("app", Bytes.toBytes("batch")));
          Table gateway = gateways.getTable(TableName.valueOf(TABLE));
          Table night =
              gateways
                  .getTableBuilder(TableName.valueOf(TABLE), null)
                  .setRequestAttribute("app", Bytes.toBytes("night_1"))
                  .build();
          Table admin =
              gateways
                  .getTableBuilder(TableName.valueOf(TABLE), null)
                  .setRequestAttribute("app", Bytes.toBytes("admin"))
                  .build();
          Connection webs = connection(root, "web", Map.of("app", Bytes.toBytes("batch")));
          Table web = webs.getTable(TableName.valueOf(TABLE))) {
        Eventually.within(SOON, () -> gateway.get(get));
        Eventually.within(SOON, () -> web.get(get));
        requireGets(20, gateway, get);
        long nightBefore = getsOf("night_1");
        requireGets(0, night, get, 0);
        assertThat(getsOf("night_1") - nightBefore).as("by the request's own").isEqualTo(20);
        long before = ignoredAttributes();
        requireGets(0, admin, get);
        requireGets(0, web, get);
        assertThat(ignoredAttributes() - before).as("tries that no rule allows").isEqualTo(40);
      }
      Eventually.within(
          SOON,
          () ->
              assertThat(cluster.argus("tenant", "rules", "list").out())
                  .startsWith("user:gateway attribute:app=batch|night_*\n")
                  .contains("no rule lets it name", "{left="));
      assertThat(cluster.argus("explain", "left", "--seconds", "0").out())
          .contains("which no rule of 'argus tenant rules' allows");
      assertThat(
              cluster.argus("tenant", "rules", "remove", "user:gateway attribute:app").exitCode())
          .isZero();
    }
  }

  private long ignoredAttributes() throws Exception {
    return usagesOf("left")
        .mapToLong(usage -> usage.totals().get(UsageCounter.IGNORED_ATTRIBUTES))
        .sum();
  }

  private static Connection connection(Connection root, String name, Map<String, byte[]> attributes)
      throws Exception {
    User user = User.createUserForTesting(root.getConfiguration(), name, new String[0]);
    return ConnectionFactory.createConnection(root.getConfiguration(), null, user, attributes);
  }

  /** Reads of one tenant are limited to 150/s, and each of two users asks for all of them. */
  @Test
  @Order(6)
  void twoUsersOfOneTableReadFromHdfsInTheProportionOfTheirClasses() throws Exception {
    String name = "classes:uncached";
    try (Connection root = ((HBase2Client) cluster.newClient()).connection()) {
      createUncached(root, TableName.valueOf(name));
      Rows.write(cluster.client(), name, 500);
      cluster.client().flush(name);
      grant(root, "etl", Permission.Action.READ);
      grant(root, "web", Permission.Action.READ);
      for (String change :
          List.of(
              "set argus.credits=" + 2 * 150 * (64 << 10), "tenant class set classes:default=9")) {
        CliRun run = cluster.argus(change.split(" "));
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
      }
      try (Readers etl = new Readers(connection(root, "etl"), name, 500);
          Readers web = new Readers(connection(root, "web"), name, 500)) {
        assertThat(partOf(etl, web)).as("without a rule").isBetween(0.35, 0.65);
        CliRun set = cluster.argus("tenant", "class", "set", "classes user:etl=batch");
        assertThat(set.exitCode()).as(set.out() + set.err()).isZero();
        assertThat(partOf(etl, web)).as("weights 9 and 1").isBetween(0.05, 0.15);
        Eventually.within(
            SOON,
            () ->
                assertThat(cluster.argus("explain", "classes", "--seconds", "0").out())
                    .contains("Class batch: ", "Class default: "));
        assertThat(cluster.argus("tenant", "class", "list").out())
            .isEqualTo("classes:batch=1\nclasses:default=9\nclasses user:etl=batch\n");
        CliRun removed = cluster.argus("tenant", "class", "remove", "classes");
        assertThat(removed.exitCode()).as(removed.out() + removed.err()).isZero();
        assertThat(partOf(etl, web)).as("without a rule again").isBetween(0.35, 0.65);
      }
      assertThat(cluster.argus("unset", "argus.credits").exitCode()).isZero();
    }
  }

  @Test
  @Order(6)
  void aScanWhoseFilterRejectsManyRowsIsListedThenMovedThenStopped() throws Exception {
    TableName name = TableName.valueOf("runaway:rows");
    try (Connection root = ((HBase2Client) cluster.newClient()).connection();
        Table own = root.getTable(name);
        SteadyClient beside = new SteadyClient(cluster.newClient(), TABLE)) {
      try (Admin admin = root.getAdmin()) {
        admin.createNamespace(NamespaceDescriptor.create("runaway").build());
        admin.createTable(table("runaway:rows"));
        putEqualRows(own, 20_000);
        admin.flush(name);
      }
      grant(root, "etl", Permission.Action.READ);
      CliRun denied = as("bob", "tenant", "runaway", "set", "runaway rows:1=stop");
      assertThat(denied.exitCode()).as(denied.out() + denied.err()).isEqualTo(DENIED);
      try (Connection etls = connection(root, "etl");
          Table etl = etls.getTable(name)) {
        Eventually.within(SOON, () -> assertThat(rowsOtherThanEqual(etl)).isZero());
        limit("runaway kind:scan rows:5000=dry-run");
        assertThat(rowsOtherThanEqual(etl)).isZero();
        requireHit("listed", 5001);
        limit("runaway kind:scan rows:6000=cool-down");
        Eventually.within(
            SOON,
            () -> {
              assertThat(rowsOtherThanEqual(etl)).isZero();
              assertThat(cluster.freshReports().get(0).classes())
                  .anyMatch(each -> each.tenant().equals("runaway") && each.name().equals("batch"));
            });
        requireHit("cooled down", 6001);
        limit("runaway kind:scan rows:7000=stop");
        assertThatThrownBy(() -> rowsOtherThanEqual(etl))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("used 7001 rows")
            .hasMessageContaining("'runaway kind:scan rows:7000=stop' allows 7000 (set by root)");
        UsageReport.Runaway stopped = requireHit("stopped", 7001);
        assertThat(stopped.times()).as("without a retry").isEqualTo(1);
        assertThat(etl.get(new Get(Bytes.toBytes("row00001"))).isEmpty()).isFalse();
      }
      Eventually.within(
          SOON,
          () ->
              assertThat(cluster.argus("tenant", "runaway", "hits", "runaway").out())
                  .contains("etl", "runaway:rows", "ValueFilter")
                  .contains("listed", "cooled down", "stopped"));
      Eventually.within(
          SOON,
          () ->
              assertThat(cluster.argus("explain", "runaway", "--seconds", "0").out())
                  .contains("a scan of etl from ", ": stopped."));
      limit("runaway kind:get rows:9=dry-run");
      assertThat(cluster.argus("tenant", "runaway", "list").out())
          .contains("runaway kind:scan rows:7000=stop\n");
      assertThat(cluster.argus("tenant", "runaway", "remove", "runaway").exitCode()).isZero();
      assertThat(cluster.argus("tenant", "runaway", "list").out()).startsWith("no rules");
      assertThat(beside.errors()).isEmpty();
    }
  }

  @Test
  @Order(6)
  void attributesAndWhatRequestsUsedToNeedPutThemIntoClasses() throws Exception {
    TableName name = TableName.valueOf("costs:rows");
    try (Connection root = ((HBase2Client) cluster.newClient()).connection();
        Table own = root.getTable(name)) {
      try (Admin admin = root.getAdmin()) {
        admin.createNamespace(NamespaceDescriptor.create("costs").build());
        admin.createTable(table("costs:rows"));
      }
      putEqualRows(own, 20_000);
      grant(root, "etl", Permission.Action.READ);
      grant(root, "web", Permission.Action.READ);
      String night = "costs attribute:app:night_*=night";
      String slow = "costs kind:scan cpu-ms:1=slow";
      String wide = "costs kind:get block-bytes:1=wide";
      CliRun set = cluster.argus("tenant", "class", "set", night, slow);
      assertThat(set.exitCode()).as(set.out() + set.err()).isZero();
      Get get = new Get(Bytes.toBytes("row00001"));
      try (Connection etls = connection(root, "etl", Map.of("app", Bytes.toBytes("night_1")));
          Table etl = etls.getTable(name);
          Connection webs = connection(root, "web");
          Table web = webs.getTable(name)) {
        Eventually.within(
            SOON,
            () -> {
              etl.get(get);
              web.get(get);
              assertThat(classesOfCosts()).contains("default", "night");
            });
        Eventually.within(
            SOON,
            () -> {
              for (int i = 0; i < 10; i++) {
                rowsOtherThanEqual(web);
              }
              assertThat(classesOfCosts()).contains("slow");
            });
        requireMatched(night, slow);
        try (Admin admin = root.getAdmin()) {
          admin.flush(name); // a row in the memstore is in no block
        }
        assertThat(cluster.argus("tenant", "class", "set", wide).exitCode()).isZero();
        Eventually.within(
            SOON,
            () -> {
              for (int i = 0; i < 10; i++) {
                web.get(get);
              }
              assertThat(classesOfCosts()).as("its block is in the cache").contains("wide");
            });
        requireMatched(wide);
      }
      assertThat(classTest("scan", "--cost", "cpu-ms:2")).contains("class slow: rule " + slow);
      assertThat(classTest("scan")).contains("class default: no rule", "give --cost");
      assertThat(classTest("get", "--cost", "block-bytes:2")).contains("class wide: rule " + wide);
      assertThat(classTest("get", "--attribute", "app=night_7")).contains("class night: rule");
      assertThat(cluster.argus("tenant", "class", "remove", "costs").exitCode()).isZero();
    }
  }

  private void requireMatched(String... rules) throws Exception {
    Eventually.within(
        SOON,
        () -> assertThat(cluster.argus("tenant", "class", "list").out().lines()).contains(rules));
  }

  private List<String> classesOfCosts() throws Exception {
    return cluster.freshReports().get(0).classes().stream()
        .filter(each -> each.tenant().equals("costs"))
        .map(each -> each.name())
        .toList();
  }

  private String classTest(String kind, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("tenant", "rules", "test", "--user", "web", "--table", "costs:rows"));
    words.addAll(List.of("--kind", kind));
    words.addAll(List.of(more));
    CliRun run = cluster.argus(words.toArray(new String[0]));
    return run.out() + run.err();
  }

  private void limit(String rule) {
    CliRun set = cluster.argus("tenant", "runaway", "set", rule);
    assertThat(set.exitCode()).as(set.out() + set.err()).isZero();
  }

  private static void putEqualRows(Table table, int rows) throws Exception {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      puts.add(
          new Put(Bytes.toBytes(String.format("row%05d", i)))
              .addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes("equal")));
    }
    table.put(puts);
  }

  private static int rowsOtherThanEqual(Table table) throws Exception {
    Scan scan =
        new Scan()
            .setFilter(
                new ValueFilter(
                    CompareOperator.NOT_EQUAL, new BinaryComparator(Bytes.toBytes("equal"))));
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }

  private UsageReport.Runaway requireHit(String done, long rows) throws Exception {
    List<UsageReport.Runaway> hits =
        cluster.freshReports().get(0).runaways().stream()
            .filter(hit -> hit.done().equals(done))
            .toList();
    assertThat(hits).as(done).hasSize(1);
    UsageReport.Runaway hit = hits.get(0);
    assertThat(hit.user()).isEqualTo("etl");
    assertThat(hit.host()).isNotEmpty();
    assertThat(hit.table()).isEqualTo("runaway:rows");
    assertThat(hit.filter()).isEqualTo(ValueFilter.class.getName());
    assertThat(hit.rows()).isEqualTo(rows);
    return hit;
  }

  private static void createUncached(Connection root, TableName name) throws Exception {
    try (Admin admin = root.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create(name.getNamespaceAsString()).build());
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(StockClient.FAMILY))
                      .setBlockCacheEnabled(false)
                      .build())
              .build());
    }
  }

  /** The first readers' part of what both read, once what was changed before has settled. */
  private static double partOf(Readers one, Readers other) throws Exception {
    awaitReads(300, one, other);
    long ofOne = one.reads();
    long ofOther = other.reads();
    awaitReads(800, one, other);
    double more = one.reads() - ofOne;
    double part = more / (more + other.reads() - ofOther);
    System.out.printf("the class has %.3f of the reads%n", part);
    return part;
  }

  private static void awaitReads(int reads, Readers one, Readers other) throws Exception {
    long before = one.reads() + other.reads();
    Eventually.within(
        Duration.ofSeconds(60),
        () -> assertThat(one.reads() + other.reads() - before).isGreaterThanOrEqualTo(reads));
  }

  private static Connection connection(Connection root, String name) throws Exception {
    User user = User.createUserForTesting(root.getConfiguration(), name, new String[0]);
    return ConnectionFactory.createConnection(root.getConfiguration(), user);
  }

  /** Gets 20 rows, and requires that so many of them count for tenant batch, others for left. */
  private void requireGets(int ofBatch, Table table, Get get) throws Exception {
    requireGets(ofBatch, table, get, 20 - ofBatch);
  }

  private void requireGets(int ofBatch, Table table, Get get, int ofLeft) throws Exception {
    UsageReport before = cluster.freshReports().get(0);
    for (int i = 0; i < 20; i++) {
      table.get(get);
    }
    UsageReport after = cluster.freshReports().get(0);
    assertThat(gets(after, "batch") - gets(before, "batch")).as("gets of batch").isEqualTo(ofBatch);
    assertThat(gets(after, "left") - gets(before, "left")).isGreaterThanOrEqualTo(ofLeft);
  }

  private long getsOf(String tenant) throws Exception {
    return gets(cluster.freshReports().get(0), tenant);
  }

  private static long gets(UsageReport report, String tenant) {
    return usages(report, tenant).mapToLong(usage -> usage.totals().get(UsageCounter.GETS)).sum();
  }

  private long cachedBytesOf(String tenant) throws Exception {
    return usagesOf(tenant).mapToLong(TenantUsage::cacheBytes).sum();
  }

  private Stream<TenantUsage> usagesOf(String tenant) throws Exception {
    return usages(cluster.freshReports().get(0), tenant);
  }

  private static Stream<TenantUsage> usages(UsageReport report, String tenant) {
    return report.tenants().stream().filter(usage -> usage.tenant().name().equals(tenant));
  }

  /** A tenant without a table has shares while it has requests, and nothing is wrong. */
  private void requirePlanAndStatusOf(String tenant, Table table, Get get) throws Exception {
    Eventually.within(
        SOON,
        () -> {
          for (int i = 0; i < 20; i++) {
            table.get(get);
          }
          assertThat(cluster.plan().reservations())
              .anyMatch(reservation -> reservation.tenant().name().equals(tenant));
          assertThat(cluster.status().tenants()).anyMatch(status -> status.tenant().equals(tenant));
        });
    assertThat(cluster.status().problems()).isEmpty();
    assertThat(cluster.argus("status").exitCode()).isZero();
  }

  private static void assertDenied(ThrowingCallable change) {
    assertThatThrownBy(change)
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining(DENIED_OWNER);
  }

  private static TableDescriptor table(String name) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
        .build();
  }

  private static TableDescriptor owned(TableDescriptor table, String tenant) {
    return TableDescriptorBuilder.newBuilder(table).setValue("ARGUS_TENANT", tenant).build();
  }

  @Test
  @Order(6)
  void keptRowsAnswerWhoeverMayReadAndAreNeverStale() throws Exception {
    try (Connection root = ((HBase2Client) cluster.newClient()).connection();
        KeptRows rows = new KeptRows(cluster, root)) {
      grant(root, "kim", Permission.Action.CREATE);
      try (Connection kims = connection(root, "kim");
          Admin admin = kims.getAdmin()) {
        Eventually.within(SOON, () -> admin.createTable(table("kims")));
        assertThatThrownBy(() -> admin.modifyTable(KeptRows.keeping(table("kims"))))
            .isInstanceOf(AccessDeniedException.class)
            .hasMessageContaining("only administrators of HBase may set the kept rows of a table");
      }
      rows.answerGets();
      rows.readBlocksOnce();
      long before = getsOf("left");
      rows.getAll();
      assertThat(getsOf("left") - before).as("gets of the tenant").isGreaterThanOrEqualTo(20);
      try (Connection bobs = connection(root, "bob")) {
        rows.areDeniedTo(bobs);
      }
      rows.followEveryWrite();
      rows.leaveOtherGetsToHBase();
      rows.followConcurrentWrites();
      long operations = new RowRegisters(root).areLinearizable(LINEARIZABLE_FOR);
      System.out.printf("%,d operations on rows are linearizable%n", operations);
      assertThat(operations).isGreaterThan(5_000);
      rows.followABulkLoad();
      rows.endWithTheirRegion();
    }
  }

  @Test
  @Order(6)
  void onlyRegionServersReportToTheMaster() throws Exception {
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.log("regionserver-0"))
                .anyMatch(line -> line.contains("Usage reports go to the active master")));
    try (Connection root = ((HBase2Client) cluster.newClient()).connection()) {
      grant(root, "carol", Permission.Action.ADMIN);
      assertReportRefused(root, "bob", "Insufficient permissions for user 'bob'");
      assertReportRefused(
          root, "carol", "only region servers of this cluster may report to Argus, not carol");
      try (Admin admin = root.getAdmin()) {
        assertThatThrownBy(() -> ForgedReport.send(admin, "rs,16020,1"))
            .as("a superuser, for a server that there is not")
            .hasStackTraceContaining("rs,16020,1 is no region server that is online");
      }
    }
    assertThat(cluster.status().servers()).hasSize(1);
  }

  @Test
  @Order(6)
  void whoMayReadTheTablesOfATenantSeesThatTenantOnly() throws Exception {
    try (Connection root = ((HBase2Client) cluster.newClient()).connection();
        Connection fays = connection(root, "fay");
        Table rows = fays.getTable(TableName.valueOf(TABLE))) {
      assertThatThrownBy(() -> ForgedReport.read(rows, "status"))
          .hasStackTraceContaining("there is no tenant whose tables the user may all read");
      granted(() -> AccessControlClient.grant(root, "left", "fay", Permission.Action.READ));
      Eventually.within(
          SOON,
          () ->
              assertThat(ForgedReport.read(rows, "status"))
                  .contains("\"tenant\":\"left\"", "whose tables you may read")
                  .doesNotContain("gold", "dave"));
      assertThatThrownBy(() -> ForgedReport.read(rows, "plan"))
          .hasStackTraceContaining("sees status, explain and usage of left, not plan");
      requireRefusalInSecurityLog("fay", "read plan");
      requireRefusalInSecurityLog("bob", "set"); // of anOrdinaryUserChangesNothing
    }
  }

  private void requireRefusalInSecurityLog(String user, String request) throws Exception {
    assertThat(cluster.log("master"))
        .anyMatch(
            line ->
                line.contains("Access denied for user " + user + "; reason: ")
                    && line.contains("request: argus " + request + ";"));
  }

  private static void assertReportRefused(Connection root, String name, String why)
      throws Exception {
    User user = User.createUserForTesting(root.getConfiguration(), name, new String[0]);
    try (Connection connection = ConnectionFactory.createConnection(root.getConfiguration(), user);
        Admin admin = connection.getAdmin()) {
      Eventually.within(
          SOON,
          () ->
              assertThatThrownBy(() -> ForgedReport.send(admin, "rs,16020,1"))
                  .hasStackTraceContaining(why));
    }
  }

  @Test
  @Order(7)
  void aSiteFileReadAgainByHBaseIsTakenOver() throws Exception {
    Path site = cluster.conf().resolve("hbase-site.xml");
    String before = Files.readString(site);
    reload(site, before, "argus.alpha", "0.75");
    Eventually.within(SOON, () -> assertThat(cluster.status().alpha()).isEqualTo(0.75));
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.report(0).setup().settings()).containsEntry("argus.alpha", "0.75"));
    reload(site, before, "argus.alpha", "much");
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.status().problems())
                .anyMatch(p -> p.contains("not taken over: argus.alpha is 'much'")));
    assertThat(cluster.status().alpha()).isEqualTo(0.75);
    reload(site, before, "argus.mode", "enforce");
    Eventually.within(SOON, () -> assertThat(cluster.status().alpha()).isEqualTo(0.5));
  }

  private void reload(Path site, String text, String key, String value) throws Exception {
    String property = "<property><name>" + key + "</name><value>" + value + "</value></property>";
    Files.writeString(site, text.replace("</configuration>", property + "</configuration>"));
    try (Admin admin = ((HBase2Client) cluster.client()).connection().getAdmin()) {
      admin.updateConfiguration();
    }
  }

  @Test
  @Order(8)
  void theLocalSwitchNeedsNobody() throws Exception {
    LiveControl control = new LiveControl(cluster);
    assertThat(cluster.argus("off", "--local").exitCode()).isZero();
    Eventually.within(
        Duration.ofSeconds(2),
        () -> control.requireComponent("scheduler", false, "argus.mode is off, by " + offFile));
    assertThat(cluster.argus("settings").out()).contains("(off)");
    assertThat(cluster.argus("on", "--local").exitCode()).isZero();
    Eventually.within(Duration.ofSeconds(2), () -> control.requireComponent("scheduler", true, ""));
  }

  @Test
  @Order(9)
  void offGoesPastAMasterThatIsDown() throws Exception {
    cluster.processes().kill("master");
    CliRun set = as("carol", "set", "argus.alpha=0.25");
    assertThat(set.exitCode()).isEqualTo(1);
    assertThat(set.err()).contains("no master answers");
    CliRun off = as("carol", "off");
    assertThat(off.exitCode()).as(off.out() + off.err()).isZero();
    assertThat(off.err()).contains("changed in ZooKeeper instead");
    assertThat(cluster.report(0).setup().settings()).containsEntry("argus.mode", "off");
    long before = steady.operations();
    Eventually.within(SOON, () -> assertThat(steady.operations()).isGreaterThan(before + 20));
  }
}
