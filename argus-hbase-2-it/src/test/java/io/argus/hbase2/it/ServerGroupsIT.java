package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.PrintedFragment;
import io.argus.contract.Rows;
import io.argus.contract.TestCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.protobuf.generated.RSGroupAdminProtos.MoveTablesRequest;
import org.apache.hadoop.hbase.protobuf.generated.RSGroupAdminProtos.RSGroupAdminService;
import org.apache.hadoop.hbase.protobuf.generated.TableProtos;
import org.apache.hadoop.hbase.rsgroup.RSGroupAdminClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Region server groups of HBase: two servers for one tenant, the third one for all else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServerGroupsIT {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final String GROUP_KEY = "hbase.rsgroup.name";
  private static final String MASTER_CLASSES = "hbase.coprocessor.master.classes";
  private static final String TABLE = "sales:orders";

  private TestCluster cluster;
  private Connection connection;
  private RSGroupAdminClient groups;

  @BeforeAll
  void moveTwoServersIntoAGroup() throws Exception {
    PrintedFragment fragment = PrintedFragment.print("2.6");
    Map<String, String> keys = new TreeMap<>(fragment.plugin().site());
    keys.merge(
        MASTER_CLASSES,
        "org.apache.hadoop.hbase.rsgroup.RSGroupAdminEndpoint",
        (argus, ofGroups) -> argus + "," + ofGroups);
    ClusterSettings settings =
        TestCluster.settings(3)
            .withSite(
                "hbase.master.loadbalancer.class",
                "org.apache.hadoop.hbase.rsgroup.RSGroupBasedLoadBalancer")
            .withSite("argus.usage.enabled", "false")
            .withSite("argus.usage.write.period", "1000");
    Plugin plugin = new Plugin("argus", List.of(fragment.jar()), keys);
    cluster = TestCluster.start(HBase2.of24(), "groups", settings, plugin);
    connection = ((HBase2Client) cluster.client()).connection();
    groups = new RSGroupAdminClient(connection);
    Eventually.within(SOON, () -> groups.addRSGroup("sales"));
    groups.moveServers(Set.of(address(0), address(1)), "sales");
    setGroup("sales", true);
    cluster.client().createTable(TABLE, false, null, List.of("b", "c", "d"));
  }

  @AfterAll
  void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  private Address address(int regionServer) {
    return Address.fromParts(
        "localhost", cluster.processes().ports().regionServers().get(regionServer));
  }

  /** Gives a namespace the group of the two servers. */
  private void setGroup(String namespace, boolean create) throws Exception {
    NamespaceDescriptor descriptor =
        NamespaceDescriptor.create(namespace).addConfiguration(GROUP_KEY, "sales").build();
    try (Admin admin = connection.getAdmin()) {
      if (create) {
        admin.createNamespace(descriptor);
      } else {
        admin.modifyNamespace(descriptor);
      }
    }
  }

  /** The method of {@link RSGroupAdminClient} needs the protocol buffers of HBase 2.4. */
  private void moveSystemTables() throws Exception {
    MoveTablesRequest.Builder request = MoveTablesRequest.newBuilder().setTargetGroup("sales");
    try (Admin admin = connection.getAdmin()) {
      for (TableName table :
          admin.listTableNamesByNamespace(NamespaceDescriptor.SYSTEM_NAMESPACE_NAME_STR)) {
        request.addTableName(
            TableProtos.TableName.newBuilder()
                .setNamespace(ByteString.copyFrom(table.getNamespace()))
                .setQualifier(ByteString.copyFrom(table.getQualifier())));
      }
      RSGroupAdminService.newBlockingStub(admin.coprocessorService())
          .moveTables(null, request.build());
    }
  }

  /** What servers of placement.json are called up to the start code. */
  private Set<String> names(int... regionServers) {
    return IntStream.of(regionServers)
        .mapToObj(i -> address(i).getHostName() + "," + address(i).getPort())
        .collect(Collectors.toSet());
  }

  private static Set<String> names(JsonArray servers) {
    return servers.asList().stream()
        .map(server -> server.getAsString().replaceFirst(",\\d+$", ""))
        .collect(Collectors.toSet());
  }

  @Test
  @Order(1)
  void placementStaysWithinTheGroup() throws Exception {
    cluster.client().put(TABLE, "a", new byte[] {1});
    Eventually.within(
        SOON,
        () -> {
          CliRun run = cluster.argus("placement", "--json");
          assertThat(run.exitCode()).as(run.err()).isZero();
          JsonObject placement = JsonParser.parseString(run.out()).getAsJsonObject();
          JsonObject byGroup = placement.getAsJsonObject("groups");
          assertThat(byGroup.keySet()).containsExactly("default", "sales");
          assertThat(names(byGroup.getAsJsonArray("sales"))).isEqualTo(names(0, 1));
          assertThat(names(byGroup.getAsJsonArray("default"))).isEqualTo(names(2));
          assertThat(placement.get("regions").getAsInt()).isEqualTo(4);
          for (JsonElement move : placement.getAsJsonArray("moves")) {
            String to = move.getAsJsonObject().get("to").getAsString();
            assertThat(to).doesNotContain("," + address(2).getPort() + ",");
          }
        });
    assertThat(cluster.argus("placement").out())
        .contains("# regions stay in their region server groups: default, sales");
  }

  @Test
  @Order(2)
  void aUsageTableWithoutAServerIsNamedWithWhatHelps() throws Exception {
    moveSystemTables();
    cluster.processes().kill(EmbeddedCluster.regionServer(2));
    Eventually.within(
        SOON, () -> assertThat(cluster.argus("doctor").out()).contains("2 region servers"));
    cluster.argus("set", "argus.usage.enabled=true");

    Pattern advice =
        Pattern.compile(
            "PROBLEM planner: what tenants use is not written into the table argus:usage since"
                + " .*no server of its region server group is up.*alter_namespace '(\\w+)',"
                + " \\{METHOD => 'set', '([a-z.]+)' => 'GROUP'}");
    Eventually.within(
        SOON,
        () -> {
          cluster.client().put(TABLE, Rows.key(1), new byte[] {1});
          CliRun run = cluster.argus("doctor");
          assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(3);
          assertThat(run.out()).containsPattern(advice);
        });
    Matcher advised = advice.matcher(cluster.argus("doctor").out());
    assertThat(advised.find()).isTrue();
    assertThat(advised.group(2)).isEqualTo(GROUP_KEY);

    setGroup(advised.group(1), false);
    Eventually.within(
        SOON,
        () -> {
          assertThat(cluster.argus("doctor").out()).doesNotContain("is not written");
          assertThat(cluster.argus("usage").out()).containsPattern("sales +\\d");
        });
  }
}
