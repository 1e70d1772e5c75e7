package io.argus.master.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HeadlineTest {
  private static final String ORDERS = "{'tenant':'orders'}";
  private static final String BELOW =
      "{'tenant':'orders','belowShare':true,'operationsPerSecond':61,'guaranteedThroughput':100}";
  private static final String WORSE =
      "{'tenant':'search','belowShare':true,'operationsPerSecond':4,'guaranteedThroughput':10}";
  private static final String EVENTS = "{'tenant':'events'}";
  private static final String WORKS = server("rs1", "ACTIVE", "CLUSTER");
  private static final String BROKEN = server("rs2", "FAILED", "CLUSTER");

  private Headline last = Headline.NONE;

  private static String server(String name, String cache, String modeOrigin) {
    return String.format(
        "{'server':'%s,1,1','setup':{'modeOrigin':'%s','settings':{'argus.mode':'enforce'}},"
            + "'components':[{'component':'cache','state':'%s','reason':''}]}",
        name, modeOrigin, cache);
  }

  /** The headline of a round, one after another. */
  private String at(int second, String members, List<String> tenants, String... servers) {
    String json =
        "{'mode':'ENFORCE','planVersion':3,'planMode':'AUTO',"
            + members
            + String.format("'writtenMillis':%d,", 1_000 * second)
            + "'planReason':'','problems':[],'servers':"
            + Arrays.toString(servers)
            + ",'tenants':"
            + tenants.stream().collect(Collectors.joining(",", "[", "]}"));
    last =
        Headline.of(
            ClusterStatus.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)), last);
    return last.text(millis -> millis / 1_000 + " s");
  }

  @Test
  void allIsWell() {
    assertThat(at(0, "", List.of(ORDERS, EVENTS, WORSE.replace("true", "false")), WORKS))
        .isEqualTo("All 3 tenants get what they are guaranteed.");
    assertThat(at(1, "", List.of(ORDERS, EVENTS), WORKS))
        .isEqualTo("Both tenants get what they are guaranteed.");
    assertThat(at(2, "", List.of(ORDERS), WORKS))
        .isEqualTo("The only tenant gets what it is guaranteed.");
  }

  @Test
  void thereIsNothingYet() {
    assertThat(at(1, "", List.of())).isEqualTo("No region server reports.");
    assertThat(at(2, "", List.of(), WORKS)).isEqualTo("There are no tenants yet.");
    assertThat(at(3, "'planVersion':0,", List.of(ORDERS), WORKS))
        .isEqualTo("There is no plan yet, so nothing is guaranteed.");
  }

  @Test
  void whatDoesNotWorkOnSomeServersFollows() {
    at(1, "", List.of(ORDERS, EVENTS), WORKS);
    at(2, "", List.of(ORDERS, EVENTS), WORKS, BROKEN);
    assertThat(at(3, "", List.of(ORDERS, EVENTS), WORKS, BROKEN))
        .isEqualTo(
            "Both tenants get what they are guaranteed;"
                + " 1 of 2 servers runs without cache partitioning (since 2 s).");
  }

  @Test
  void theTenantBelowItsGuaranteeIsNamedAndSinceWhen() {
    at(1, "", List.of(ORDERS), WORKS);
    at(5, "", List.of(BELOW), WORKS);
    assertThat(at(9, "", List.of(BELOW), WORKS))
        .isEqualTo("orders gets 61% of what it is guaranteed (since 5 s).");
    assertThat(at(11, "", List.of(BELOW, WORSE, EVENTS), WORKS))
        .isEqualTo(
            "2 of 3 tenants get less than they are guaranteed, search the least (40%)"
                + " (since 5 s).");
    assertThat(at(13, "", List.of(ORDERS, WORSE), WORKS))
        .as("only what still holds counts")
        .isEqualTo("search gets 40% of what it is guaranteed (since 11 s).");
    at(15, "", List.of(ORDERS, EVENTS), WORKS);
    assertThat(at(133, "", List.of(BELOW), WORKS)).endsWith("(since 133 s).");
  }

  @Test
  void aTenantThatHoversAroundItsGuaranteeIsBelowItSinceTheFirstTime() {
    at(1, "", List.of(ORDERS), WORKS);
    for (int second = 5; second < 500; second += 100) {
      assertThat(at(second, "", List.of(BELOW), WORKS)).endsWith("(since 5 s).");
      assertThat(at(second + 2, "", List.of(ORDERS), WORKS)).doesNotContain("since");
    }
    assertThat(at(407 + 118, "", List.of(BELOW), WORKS))
        .as("two minutes after it was below its guarantee last")
        .endsWith("(since 525 s).");
  }

  @Test
  void anSloThatHoversIsMissedSinceTheFirstTime() {
    String slo =
        "'slos':[{'tenant':'orders','slo':'orders:p99=20','text':'p99 at most 20 ms','verdict':'%s','missing':''}],";
    at(1, "", List.of(ORDERS, EVENTS), WORKS);
    at(2, String.format(slo, "MISSED"), List.of(ORDERS, EVENTS), WORKS);
    at(4, String.format(slo, "MET"), List.of(ORDERS, EVENTS), WORKS);
    assertThat(at(6, String.format(slo, "MISSED"), List.of(ORDERS, EVENTS), WORKS))
        .endsWith("(since 2 s).");
  }

  @Test
  void whatTheFirstRoundFoundBeganAtAnUnknownTime() {
    assertThat(at(1, "", List.of(BELOW), WORKS))
        .isEqualTo(at(9, "", List.of(BELOW), WORKS))
        .isEqualTo("orders gets 61% of what it is guaranteed.");
  }

  @Test
  void aMissedSloIsNamed() {
    String slo =
        "{'tenant':'%s','slo':'%s:p99=20','text':'p99 at most 20 ms','verdict':'%s','missing':''}";
    String one = String.format(slo, "orders", "orders", "MISSED");
    String met = String.format(slo, "events", "events", "MET");
    String other = String.format(slo, "events", "events", "MISSED");
    at(1, "", List.of(ORDERS, EVENTS), WORKS);
    assertThat(at(2, "'slos':[" + one + "," + met + "],", List.of(ORDERS, EVENTS), WORKS))
        .isEqualTo(
            "Both tenants get what they are guaranteed;"
                + " orders misses its SLO (p99 at most 20 ms) (since 2 s).");
    assertThat(at(3, "'slos':[" + one + "," + other + "],", List.of(ORDERS, EVENTS), WORKS))
        .endsWith("; 2 of 2 SLOs are missed (since 2 s).");
  }

  @Test
  void aServerThatDoesNotReportHasAMinuteToStart() {
    at(1, "", List.of(ORDERS, EVENTS), WORKS);
    String silent = "'withoutArgus':['rs9,1,1'],";
    assertThat(at(10, silent, List.of(ORDERS, EVENTS), WORKS)).doesNotContain("without Argus");
    assertThat(at(69, silent, List.of(ORDERS, EVENTS), WORKS)).doesNotContain("without Argus");
    assertThat(at(70, silent, List.of(ORDERS, EVENTS), WORKS))
        .endsWith("; 1 of 2 servers runs without Argus (since 10 s).");
  }

  @Test
  void withoutEnforcementNothingIsGuaranteed() {
    assertThat(at(1, "'mode':'OBSERVE',", List.of(ORDERS), WORKS))
        .isEqualTo("Argus only observes: shares are not enforced.");
    assertThat(at(2, "'mode':'OBSERVE',", List.of(BELOW), WORKS))
        .endsWith("; orders gets 61% of what it would be guaranteed (since 2 s).");
    assertThat(at(3, "'mode':'OFF',", List.of(ORDERS), WORKS))
        .isEqualTo("Argus is switched off: HBase schedules all requests (since 3 s).");
    String canary = server("rs1", "ACTIVE", "SERVER");
    assertThat(at(4, "'mode':'OBSERVE',", List.of(ORDERS, EVENTS), canary, WORKS))
        .isEqualTo(
            "Both tenants get what they are guaranteed;"
                + " 1 of 2 servers does not enforce shares (since 4 s).");
    assertThat(at(5, "", List.of(ORDERS), server("rs3", "ACTIVE", "LOCAL"), WORKS))
        .endsWith("; 1 of 2 servers does not enforce shares (since 5 s).");
  }

  @Test
  void aPinIsSaid() {
    at(1, "", List.of(ORDERS), WORKS);
    assertThat(at(2, "'planMode':'PINNED',", List.of(ORDERS), WORKS))
        .endsWith("; the plan is pinned (since 2 s).");
  }
}
