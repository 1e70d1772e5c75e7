package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.argus.cli.Argus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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

  private HttpServer server;
  private String asked = "";
  private String answer = MOVES;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/argus/",
        exchange -> {
          asked = exchange.getRequestURI().toString();
          byte[] body = answer.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private int run(String... words) {
    PrintStream before = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      String[] all = new String[words.length + 3];
      all[0] = "placement";
      all[1] = "--master";
      all[2] = "http://127.0.0.1:" + server.getAddress().getPort();
      System.arraycopy(words, 0, all, 3, words.length);
      return Argus.commandLine().setErr(new PrintWriter(err, true)).execute(all);
    } finally {
      System.setOut(before);
    }
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void movesAreCommandsOfTheShellAndTheRestIsComment() {
    assertThat(run("--moves", "3")).isZero();
    assertThat(asked).isEqualTo("/argus/placement.json?moves=3");
    assertThat(printed())
        .contains("both need HDFS on x,16020,1")
        .contains("D 0.750")
        .contains("#   then D 1.000");
    assertThat(printed().lines().filter(line -> !line.startsWith("#")))
        .containsExactly("move '0123abcd', 'y,16020,1'");
  }

  @Test
  void whyThereIsNoMoveIsSaid() {
    answer = MOVES.replaceAll("'note':.*", "'note':'no move gains 0.005 of D','moves':[]}");
    assertThat(run()).isZero();
    assertThat(printed()).contains("# no move: no move gains 0.005 of D");
    assertThat(run("--json")).isZero();
    assertThat(printed()).contains("{\"version\":1");
  }

  @Test
  void anAnswerThatIsNoPlacementIsSaid() {
    answer = "{'version':1}";
    assertThat(run()).isOne();
    assertThat(err.toString()).contains("did not answer with a placement");
  }
}
