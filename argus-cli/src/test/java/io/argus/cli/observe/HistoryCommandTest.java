package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.AnsweringMaster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryCommandTest {
  private static final String DOCUMENT =
      "{'version':1,'millis':[0,60000],'scores':{'dScore':[0.5,0.75],'jIndex':[1,null]},"
          + "'tenants':[{'tenant':'alice','operationsPerSecond':[1,2500],"
          + "'queueWaitP50Nanos':[0,1500000]}]}";

  @RegisterExtension final AnsweringMaster master = new AnsweringMaster("history", DOCUMENT);

  @Test
  void figuresBecomeATable() {
    assertThat(master.run("alice", "--span", "hours", "--last", "1")).isZero();
    assertThat(master.asked()).isEqualTo("/argus/history.json?span=hours&tenants=alice");
    assertThat(master.printed())
        .containsPattern("1970-01-01 \\d\\d:01:00 \\S+ +2,500 ")
        .contains("1.5/-")
        .doesNotContain(":00:00 ");
    assertThat(master.run()).isZero();
    assertThat(master.asked()).isEqualTo("/argus/history.json?span=minutes");
    assertThat(master.printed())
        .containsPattern("\\d\\d:00:00 \\S+  0.500  1.000")
        .containsPattern("\\d\\d:01:00 \\S+  0.750 +- ");
    assertThat(master.run("--json")).isZero();
    assertThat(master.printed()).startsWith("{\"version\":1");
  }

  @Test
  void whatIsNotKnownIsSaid() {
    master.answers(200, "{'tenants':[{'tenant':'nobody'}],'millis':[]}");
    assertThat(master.run("nobody")).isOne();
    master.answers(500, DOCUMENT);
    assertThat(master.run("broken")).isOne();
    assertThat(master.run("no/tenant")).isOne();
    assertThat(master.run("--span", "years")).isEqualTo(2);
    assertThat(master.complaints())
        .contains("the master has no history of tenant nobody")
        .contains("answered 500")
        .contains("tenant name 'no/tenant' is not legal")
        .contains("'years'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "[]", "<html>", "{'millis':[1],'tenants':[]}", "{'millis':7,'tenants':{}}"})
  void anAnswerOfAnotherKindIsNoStackTrace(String document) {
    master.answers(200, document);
    assertThat(master.run("alice")).isOne();
    assertThat(master.complaints()).contains("did not answer with a history");
  }
}
