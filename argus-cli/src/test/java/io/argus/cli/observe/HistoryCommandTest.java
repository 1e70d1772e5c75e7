package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.argus.cli.Argus;
import io.argus.core.fuzz.Fuzz;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryCommandTest {
  private static final String DOCUMENT =
      "{'version':1,'millis':[0,60000],'scores':{'dScore':[0.5,0.75],'jIndex':[1,null]},"
          + "'tenants':[{'tenant':'alice','operationsPerSecond':[1,2500],"
          + "'queueWaitP50Nanos':[0,1500000]}]}";

  private HttpServer server;
  private String asked = "";
  private byte[] answer = new byte[0];

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/argus/",
        exchange -> {
          asked = exchange.getRequestURI().toString();
          boolean known = !asked.contains("nobody");
          byte[] body =
              (known ? DOCUMENT : "{'tenants':[{'tenant':'nobody'}],'millis':[]}")
                  .replace('\'', '"')
                  .getBytes(StandardCharsets.UTF_8);
          body = answer.length > 0 ? answer : body;
          exchange.sendResponseHeaders(asked.contains("broken") ? 500 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private int run(StringWriter err, ByteArrayOutputStream out, String... words) {
    PrintStream before = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      String[] all = new String[words.length + 3];
      all[0] = "history";
      all[1] = "--master";
      all[2] = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      System.arraycopy(words, 0, all, 3, words.length);
      return Argus.commandLine().setErr(new PrintWriter(err, true)).execute(all);
    } finally {
      System.setOut(before);
    }
  }

  @Test
  void figuresBecomeATable() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(run(new StringWriter(), out, "alice", "--span", "hours", "--last", "1")).isZero();
    assertThat(asked).isEqualTo("/argus/history.json?span=hours&tenants=alice");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("1970-01-01T00:01:00Z +2,500 ")
        .contains("1.5/-")
        .doesNotContain("00:00:00Z");
    out.reset();
    assertThat(run(new StringWriter(), out)).isZero();
    assertThat(asked).isEqualTo("/argus/history.json?span=minutes");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("00:00:00Z  0.500  1.000")
        .containsPattern("00:01:00Z  0.750 +- ");
    out.reset();
    assertThat(run(new StringWriter(), out, "--json")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("{\"version\":1");
  }

  @Test
  void whatIsNotKnownIsSaid() {
    StringWriter err = new StringWriter();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(run(err, out, "nobody")).isOne();
    assertThat(run(err, out, "broken")).isOne();
    assertThat(run(err, out, "no/tenant")).isOne();
    assertThat(run(err, out, "--span", "years")).isEqualTo(2);
    assertThat(err.toString())
        .contains("the master has no history of tenant nobody")
        .contains("answered 500")
        .contains("tenant name 'no/tenant' is not legal")
        .contains("'years'");
  }

  @Tag("long")
  @Test
  void answersThatNoMasterGives() throws InterruptedException {
    Fuzz.of("history of a master", DOCUMENT.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
        .slower(10)
        .run(
            document -> {
              answer = document;
              ByteArrayOutputStream out = new ByteArrayOutputStream();
              StringWriter err = new StringWriter();
              int code = run(err, out, "alice");
              assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b");
              if (code != 0) {
                throw new IllegalArgumentException(err.toString().trim());
              }
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "[]", "<html>", "{'millis':[1],'tenants':[]}", "{'millis':7,'tenants':{}}"})
  void anAnswerOfAnotherKindIsNoStackTrace(String document) {
    answer = document.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    StringWriter err = new StringWriter();
    assertThat(run(err, new ByteArrayOutputStream(), "alice")).isEqualTo(1);
    assertThat(err.toString()).contains("did not answer with a history");
  }
}
