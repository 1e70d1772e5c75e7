package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.AnsweringMaster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CapacityCommandTest {
  private static final String ALICE =
      "{'tenant':'alice','asked':1500.0,'hasSlo':true,'operationsPerSecond':1500.0,"
          + "'least':1380.0,'most':1500.0,'byCurrentClients':0.0,'isolatedThroughput':1800.0,"
          + "'latencyMillis':12.34,'basis':'model'}";
  private static final String BOB =
      "{'tenant':'bob','asked':0.0,'hasSlo':false,'operationsPerSecond':300.0,"
          + "'least':270.0,'most':340.0,'byCurrentClients':290.0,'isolatedThroughput':1800.0,"
          + "'basis':'model x 1.02, by servers [1, 2]'}";
  private static final String ANSWER =
      "{'version':1,'takenMillis':5,'currentServers':2,'calibratedFrom':1,'calibratedTo':4,"
          + "'neededServers':3,'neededServersAtWorst':4,'note':'','outcomes':["
          + "{'servers':3,'operationsPerSecond':1800.0,'least':1650.0,'most':1840.0,"
          + "'meetsSlos':true,'meetsSlosAtWorst':false,'cpuUse':0.0,'tenants':["
          + ALICE
          + ","
          + BOB
          + "]}]}";

  @RegisterExtension final AnsweringMaster master = new AnsweringMaster("capacity", ANSWER);

  @Test
  void howManyServersItTakesIsSaidWithTheError() {
    assertThat(master.run("--slo", "alice:1500", "--add-tenant", "bob:20", "--slo", "bob:7"))
        .isZero();
    assertThat(master.asked()).isEqualTo("/argus/capacity.json?slo=alice:1500,bob:7&add=bob:20");
    assertThat(master.printed())
        .contains("3 region servers meet every SLO as predicted; 4 if the prediction is as far")
        .contains("There are 2 region servers. Calibrated for 1 to 4.")
        .contains("3 region servers: 1,800 ops/s (1,650 to 1,840)")
        .contains("1,500 SLO")
        .contains("1,380..1,500")
        .contains("12.3")
        .contains("model x 1.02, by servers [1, 2]");
  }

  @Test
  void anSloThatIsNotKeptShowsInTheExitCode() {
    master.answers(200, ANSWER.replace("'neededServers':3,'neededServersAtWorst':4,", ""));
    assertThat(master.run("--slo", "alice:1500")).isEqualTo(3);
    assertThat(master.printed()).contains("No number of region servers");
    assertThat(master.run("--json")).as("there is no SLO").isZero();
    master.answers(200, ANSWER.replace("'meetsSlos':true", "'meetsSlos':false"));
    assertThat(master.run("--slo", "alice:1500", "--servers", "3", "--extrapolate", "--json"))
        .isEqualTo(3);
    assertThat(master.asked())
        .isEqualTo("/argus/capacity.json?slo=alice:1500&servers=3&extrapolate");
  }

  @Test
  void whatCannotBeAnsweredIsSaid() {
    assertThat(master.run("--slo", "alice")).isOne();
    assertThat(master.complaints()).contains("'alice' is not TENANT:OPS");
    assertThat(master.asked()).as("the master is not asked").isEmpty();
    master.answers(400, "{'error':'9 servers are beyond what this cluster was calibrated for'}");
    assertThat(master.run("--servers", "9")).isOne();
    assertThat(master.complaints()).contains("9 servers are beyond");
    master.answers(200, "{'version':1}");
    assertThat(master.run()).isOne();
    assertThat(master.complaints()).contains("did not answer with a capacity: it lacks");
    assertThat(master.run("--slo", "alice:1500", "--servers", "3")).isOne();
    assertThat(master.complaints()).contains("did not answer with a capacity: it lacks 'outcomes'");
    master.answers(200, ANSWER.replace("'servers':3,", "'servers':'three',"));
    assertThat(master.run("--slo", "alice:1500", "--servers", "3", "--json")).isOne();
    assertThat(master.complaints()).contains("did not answer with a capacity");
  }
}
