package io.argus.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.AnsweringMaster;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class UsageCommandTest {
  @RegisterExtension
  private final AnsweringMaster usage =
      new AnsweringMaster(
          "usage",
          "{'version':1,'isOn':true,'unreadableRows':2,'problems':[],'periods':[{'startMillis':0,"
              + "'tenants':[{'tenant':'alice','amounts':{'gets':2500,'sentBytes':3145728}},"
              + "{'tenant':'bob','amounts':{'writes':7,'later':1}}]}]}");

  @RegisterExtension
  private final AnsweringMaster contention =
      new AnsweringMaster(
          "contention",
          "{'version':1,'isOn':false,'unreadableRows':0,'problems':['no table'],'tenants':["
              + "{'tenant':'alice','seconds':3600,'lossSeconds':900,'lostOperations':12345,"
              + "'belowSloSeconds':300,"
              + "'lostSeconds':{'HDFS':40,'CACHE':120},'causedSeconds':{},'worstMinutes':["
              + "{'startMillis':60000,'seconds':60,'lossSeconds':45,"
              + "'lostSeconds':{'CACHE':5}}]},"
              + "{'tenant':'bob','seconds':0,'lossSeconds':0,'lostOperations':0,"
              + "'belowSloSeconds':0,'lostSeconds':{},'causedSeconds':{'CACHE':120,'HDFS':1230},"
              + "'worstMinutes':[]}],"
              + "'causes':[{'tenant':'bob','causedSeconds':{'CACHE':120,'HDFS':1230}}]}");

  @TempDir private Path directory;

  @Test
  void amountsBecomeATableWithTheirSum() {
    assertThat(
            usage.run(
                "--from", "1970-01-01", "--to", "1970-01-02T05", "--by", "day", "--zone", "UTC"))
        .isZero();
    assertThat(usage.allAsked())
        .containsExactly("/argus/usage.json?fromMillis=0&toMillis=104400000&zone=UTC&by=day");
    assertThat(usage.printed())
        .containsPattern("1970-01-01 00:00 UTC +alice +2,500 +0 +0 +3.0")
        .containsPattern("\\(all\\) +2,507 ");
    assertThat(usage.complaints()).contains("2 rows of the table cannot be read");
  }

  @Test
  void aProblemWithoutTextIsNoNote() {
    usage.answers(
        200, "{'version':1,'isOn':true,'unreadableRows':0,'problems':['',' '],'periods':[]}");
    assertThat(usage.run()).isZero();
    assertThat(usage.complaints()).isEmpty();
  }

  @Test
  void everyCounterIsInTheCsv() {
    assertThat(usage.run("alice", "--from", "1970-01-01", "--zone", "UTC", "--csv")).isZero();
    assertThat(usage.asked()).contains("&tenant=alice").endsWith("&by=all");
    assertThat(usage.printed())
        .startsWith("from,tenant,gets,multis,scans")
        .contains("1970-01-01 00:00,alice,2500,0,0,0,0,");
  }

  @Test
  void aBillAsksForPeakAndOtherHours() throws Exception {
    Path prices = directory.resolve("prices.conf");
    Files.writeString(
        prices,
        "currency = CHF\npeak.hours = 8-20\noff-peak.factor = 0.5\noperations.per.million = 1000\n");
    assertThat(usage.run("--from", "30d", "--bill", "--prices", prices.toString())).isZero();
    assertThat(usage.allAsked()).hasSize(2);
    assertThat(usage.allAsked().get(0)).endsWith("&hours=8-20");
    assertThat(usage.allAsked().get(1)).endsWith("&hours=20-8");
    assertThat(usage.printed())
        .contains("CHF cost", "million operations")
        .containsPattern("alice +0.005 +1000 +3.75")
        .containsPattern("\\(all\\) +3.76 +sum");
    assertThat(usage.run("--bill", "--json", "--prices", prices.toString())).isZero();
    assertThat(usage.printed()).contains("\"currency\": \"CHF\"", "\"cost\": 3.76");
    assertThat(usage.run("--bill", "--prices", "no-such-file")).isOne();
  }

  @Test
  void contentionIsToldInWords() {
    assertThat(contention.run("alice", "--from", "2h", "--zone", "UTC")).isZero();
    assertThat(contention.asked()).startsWith("/argus/contention.json?").endsWith("&tenant=alice");
    assertThat(contention.printed().lines())
        .containsExactly(
            "alice: throughput loss 25.0% on average over 60 min; about 12,345 operations lost",
            "  below its SLO for 5 min",
            "  through cache: 75% of its loss, 120 request seconds",
            "  through HDFS: 25% of its loss, 40 request seconds",
            "  worst minute 1970-01-01 00:01 UTC: loss 75%, most through cache: 100% of its loss,"
                + " 5 request seconds",
            "To whom tenants lost most in this time, on all servers:",
            "  bob: 1,350 request seconds (HDFS 1,230, cache 120)");
    assertThat(contention.complaints()).contains("argus.usage.enabled is false", "note: no table");
  }

  @Test
  void anAnswerThatIsNoUsageIsNamed() {
    for (String answer : new String[] {"{}", "no JSON", "{'periods':[]}"}) {
      usage.answers(200, answer);
      assertThat(usage.run()).as(answer).isOne();
      assertThat(usage.run("--bill")).as(answer).isOne();
      contention.answers(200, answer);
      assertThat(contention.run()).as(answer).isOne();
    }
    assertThat(usage.complaints())
        .contains("did not answer with what was used: it lacks 'periods'")
        .doesNotContain("NullPointer");
    assertThat(contention.complaints())
        .contains("did not answer with contention: it lacks 'tenants'");
  }

  @Test
  void wrongTimesAreNamed() {
    assertThat(usage.run("--from", "yesterday")).isEqualTo(2);
    assertThat(usage.run("--from", "1h", "--to", "2h")).isEqualTo(2);
    assertThat(usage.complaints()).contains("--from is 'yesterday'", "must be after --from");
    assertThat(usage.run("--zone", "Mars")).isEqualTo(2);
    assertThat(usage.run("--to", "2026-13-01")).isEqualTo(2);
    assertThat(usage.run("--by", "week")).isEqualTo(2);
    assertThat(usage.run("no/tenant")).isOne();
    assertThat(usage.asked()).isEmpty();
  }
}
