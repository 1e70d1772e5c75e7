package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.FakeCluster;
import io.argus.cli.output.Output;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an operator of sixty region servers and a hundred tenants sees, when much is wrong. */
class SixtyServersTest {
  private static final int SERVERS = 60;
  private static final int TENANTS = 100;
  private static final int LINES = 50;

  @RegisterExtension private final FakeCluster cluster = new FakeCluster();

  private static String server(int i) {
    return "regionserver" + i + ".prod.eu-central.example.com,16020,1764000000" + (100 + i);
  }

  private static String setup(int i) {
    String mode = i < 6 ? "enforce" : "observe";
    String origin = i < 5 ? "SERVER" : i == 5 ? "LOCAL" : i < 8 ? "GUARD" : "CLUSTER";
    String guard =
        i < 5
            ? "'guard':'watches p99 and errors',"
            : origin.equals("GUARD") ? "'guard':'p99 of orders was 812 ms'," : "";
    return "{'pluginVersion':'0.3.0',"
        + guard
        + "'modeOrigin':'"
        + origin
        + "','settings':{'argus.mode':'"
        + (i == 5 ? "off" : mode)
        + "'}}";
  }

  /** Each tenth server has a broken cache, each twentieth an earlier plan. */
  private static String status() {
    StringBuilder json =
        new StringBuilder(
            "{'headline':{'clauses':[{'text':'3 of 100 tenants get less than they would be guaranteed,"
                + " tenant_number_5 the least (61%)','sinceMillis':0},"
                + "{'text':'6 of 60 servers run without cache partitioning'}]},"
                + "'mode':'OBSERVE','writtenMillis':1,'planVersion':8,'planMode':'AUTO',"
                + "'planAgeMillis':12000,'worstThroughputLoss':0.94,'planReason':'"
                + "a reason that is long. ".repeat(20)
                + "','problems':[");
    for (int p = 0; p < 40; p++) {
      json.append(p == 0 ? "" : ",").append("'problem " + p + " " + "explained ".repeat(20) + "'");
    }
    json.append("],'servers':[");
    for (int s = 0; s < SERVERS; s++) {
      String cache =
          s % 10 == 0 ? "'FAILED','reason':'this HBase lacks a method'" : "'ACTIVE','reason':''";
      json.append(s == 0 ? "" : ",")
          .append("{'server':'" + server(s) + "','planVersion':" + (s % 20 == 3 ? 7 : 8))
          .append(",'setup':" + setup(s))
          .append(",'components':[{'component':'scheduler','state':'ACTIVE','reason':''},")
          .append("{'component':'cache','state':" + cache + "}]}");
    }
    json.append("],'tenants':[");
    for (int t = 0; t < TENANTS; t++) {
      json.append(t == 0 ? "" : ",")
          .append("{'tenant':'tenant_number_" + t + "','cacheShare':0.01,'hdfsShare':0.012,")
          .append("'operationsPerSecond':123456.7,'isolatedThroughput':234567,")
          .append("'throughputLoss':0." + (10 + t * 7 % 90) + ",'belowShare':" + (t % 33 == 5))
          .append(",'hitRatio':0.97,'cacheBytes':123456789012,'hdfsReadBytesPerSecond':98765432,")
          .append(
              "'cpuFraction':12.34,'responseP99Nanos':2456789012,'queueWaitP50Nanos':123456,'queueWaitP99Nanos':2345678901,")
          .append("'hdfsWaitP50Nanos':1234567,'hdfsWaitP99Nanos':345678901,")
          .append("'serverCount':60,'demandLimited':" + (t % 10 == 9) + ",'servers':[")
          .append("{'server':'" + server(t % SERVERS) + "','cacheShare':0.3,'demandShare':0.5}]}");
    }
    return json.append("]}").toString().replace('\'', '"');
  }

  @BeforeEach
  void publish() throws Exception {
    cluster.document("status", status().getBytes(StandardCharsets.UTF_8));
  }

  private List<String> screen(String... words) {
    assertThat(cluster.run(words)).as(cluster.err()).isZero();
    List<String> lines = Arrays.asList(cluster.out().split("\n"));
    assertThat(lines).hasSizeLessThanOrEqualTo(LINES);
    assertThat(lines).allMatch(line -> line.length() <= Output.WIDTH);
    return lines;
  }

  @Test
  void statusHasCountsThenExceptions() {
    List<String> lines = screen("status");
    assertThat(String.join(" ", lines))
        .startsWith(
            "3 of 100 tenants get less than they would be guaranteed, tenant_number_5 the least"
                + " (61%) (since "
                + Output.time(0)
                + "); 6 of 60 servers run without cache partitioning. mode observe by");
    assertThat(lines)
        .contains("mode observe by 'argus mode' on 52 of 60 region servers")
        .anyMatch(
            line ->
                line.startsWith("mode enforce by 'argus mode --server' on 5 of 60 region servers: ")
                    && line.contains("regionserver0:16020, regionserver1:16020, "))
        .anyMatch(line -> line.startsWith("mode off by 'argus off --local' on 1 of 60"))
        .anyMatch(line -> line.startsWith("mode observe by its guard, which took"))
        .contains(
            "100 tenants, 3 below their shares; worst loss 94%; 0 SLOs, 0 missed; 40 problems")
        .contains("and 34 more problems; see argus doctor", "and 82 more tenants; -o wide has them")
        .anyMatch(line -> line.startsWith("6 servers: ") && line.contains("and 3 more: cache FAI"))
        .anyMatch(line -> line.startsWith("2 servers: ") && line.contains("guard: p99 of orders"))
        .anyMatch(line -> line.startsWith("3 servers: ") && line.contains("applies an earlier"));
    assertThat(lines)
        .as("no column is cut")
        .anyMatch(line -> line.startsWith("tenant ") && line.endsWith("queue p50/p99"));
    assertThat(lines.stream().filter(line -> line.startsWith("tenant_number_")))
        .isNotEmpty()
        .allMatch(line -> line.contains(" 2,456.8 ") && line.endsWith(" 0.1/2345.7"));
    assertThat(lines.stream().filter(line -> line.startsWith("tenant_number_")).limit(3))
        .as("below their shares first")
        .allMatch(line -> line.contains(" below "));
  }

  @Test
  void topOnceFitsToo() {
    assertThat(screen("top", "--once"))
        .anyMatch(line -> line.startsWith("tenant ") && line.contains("bottleneck server"))
        .last()
        .isEqualTo("and 56 more tenants");
  }

  @Test
  void wideAndJsonLeaveNothingOut() {
    assertThat(cluster.run("status", "-o", "wide")).isZero();
    assertThat(cluster.out())
        .contains("tenant_number_99", server(59), "problem 39", "J 0.000", "isolated ops/s");
    assertThat(cluster.run("status", "-o", "json")).isZero();
    assertThat(cluster.out()).contains("tenant_number_99", server(59), "problem 39");
    assertThat(cluster.run("top", "--once", "-o", "wide")).isZero();
    assertThat(cluster.out()).contains("tenant_number_99", "isolated ops/s");
  }
}
