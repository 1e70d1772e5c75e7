package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.AnsweringMaster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PlacementCommandTest {
  private static final String SCORE = "{'jIndex':1.0,'efficiency':%s,'dScore':%s}";
  private static final String MOVES =
      "{'version':1,'takenMillis':5,'servers':2,'regions':8,'before':"
          + SCORE.formatted("0.5", "0.75")
          + ",'after':"
          + SCORE.formatted("1", "1")
          + ",'reassessed':"
          + SCORE.formatted("0.98", "0.99")
          + ",'note':'','moves':[{'region':'0123abcd','table':'a:t','tenant':'a',"
          + "'from':'x,16020,1','to':'y,16020,1','demandShare':0.5,"
          + "'why':'tenants a and b both need HDFS on x,16020,1','after':"
          + SCORE.formatted("1", "1")
          + "}]}";

  @RegisterExtension final AnsweringMaster master = new AnsweringMaster("placement", MOVES);

  @Test
  void movesAreCommandsOfTheShellAndTheRestIsComment() {
    assertThat(master.run("--moves", "3")).isZero();
    assertThat(master.asked()).isEqualTo("/argus/placement.json?moves=3");
    assertThat(master.printed())
        .contains("both need HDFS on x,16020,1")
        .contains("D 0.750")
        .contains("#   then D 1.000");
    assertThat(master.printed().lines().filter(line -> !line.startsWith("#")))
        .containsExactly("move '0123abcd', 'y,16020,1'");
  }

  @Test
  void groupsThatRegionsStayInAreNamed() {
    assertThat(master.run()).isZero();
    assertThat(master.printed()).doesNotContain("group");
    master.answers(200, MOVES.replace("'regions'", "'groups':{'default':[],'g\\na':[]},'regions'"));
    assertThat(master.run()).isZero();
    assertThat(master.printed().lines().filter(line -> line.contains("groups: ")))
        .singleElement()
        .asString()
        .startsWith("# ")
        .contains("default, g");
  }

  @Test
  void whyThereIsNoMoveIsSaid() {
    master.answers(
        200, MOVES.replaceAll("'note':.*", "'note':'no move gains 0.005 of D','moves':[]}"));
    assertThat(master.run()).isZero();
    assertThat(master.printed()).contains("# no move: no move gains 0.005 of D");
    assertThat(master.run("--json")).isZero();
    assertThat(master.printed()).contains("{\"version\":1");
  }

  @Test
  void whileTheMasterComputesItIsAskedAgain() {
    master.computes(2);
    assertThat(master.run()).isZero();
    assertThat(master.allAsked()).hasSize(3);
    assertThat(master.printed()).contains("move '0123abcd', 'y,16020,1'");
    assertThat(master.complaints()).contains("the master computes", "asking again in 1 s");
  }

  @Test
  void anAnswerThatIsNoPlacementIsSaid() {
    master.answers(200, "{'version':1}");
    assertThat(master.run()).isOne();
    assertThat(master.complaints()).contains("did not answer with a placement");
  }

  @Test
  void anAnswerGivesTheShellNoOtherCommands() {
    master.answers(200, MOVES.replace("'0123abcd'", "'0123\\u0027; drop'"));
    assertThat(master.run()).isOne();
    assertThat(master.printed()).doesNotContain("drop");
    assertThat(master.complaints()).contains("region is '0123'; drop'; must be a name of HBase");
    master.answers(200, MOVES.replace("both need", "both\\nneed"));
    assertThat(master.run()).isZero();
    assertThat(master.printed().lines().filter(line -> !line.startsWith("#"))).hasSize(1);
  }
}
