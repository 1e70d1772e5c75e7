package io.argus.cli.usage;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsageCommandTest {
  private static final String USAGE =
      "{'version':1,'isOn':true,'unreadableRows':2,'problems':[],'periods':[{'startMillis':0,"
          + "'tenants':[{'tenant':'alice','amounts':{'gets':2500,'sentBytes':3145728}},"
          + "{'tenant':'bob','amounts':{'writes':7,'later':1}}]}]}";

  private static final String CONTENTION =
      "{'version':1,'isOn':false,'unreadableRows':0,'problems':['no table'],'tenants':["
          + "{'tenant':'alice','seconds':3600,'slowdownSeconds':900,'lostOperations':12345,"
          + "'lostSeconds':{'HDFS':{'bob':30,'carol':10},'CACHE':{'bob':120}},'worstMinutes':["
          + "{'startMillis':60000,'seconds':60,'slowdownSeconds':45,"
          + "'lostSeconds':{'CACHE':{'bob':5}}}]}]}";

  @TempDir private Path directory;
  private HttpServer server;
  private final List<String> asked = new ArrayList<>();

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/argus/",
        exchange -> {
          String uri = exchange.getRequestURI().toString();
          asked.add(uri);
          byte[] body =
              (uri.contains("contention") ? CONTENTION : USAGE)
                  .replace('\'', '"')
                  .getBytes(StandardCharsets.UTF_8);
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

  /** What a command printed. */
  private record Run(int exitCode, String out, String err) {}

  private Run run(String command, String... words) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(
        List.of("--master", "http://127.0.0.1:" + server.getAddress().getPort(), "--zone", "UTC"));
    all.addAll(List.of(words));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    StringWriter err = new StringWriter();
    PrintStream outBefore = System.out;
    PrintStream errBefore = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(notes, true, StandardCharsets.UTF_8));
    try {
      int exitCode =
          Argus.commandLine()
              .setErr(new PrintWriter(err, true))
              .execute(all.toArray(new String[0]));
      return new Run(
          exitCode,
          out.toString(StandardCharsets.UTF_8),
          err + notes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(outBefore);
      System.setErr(errBefore);
    }
  }

  @Test
  void amountsBecomeATableWithTheirSum() {
    Run run = run("usage", "--from", "1970-01-01", "--to", "1970-01-02T05", "--by", "day");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(asked)
        .containsExactly("/argus/usage.json?fromMillis=0&toMillis=104400000&zone=UTC&by=day");
    assertThat(run.out())
        .containsPattern("1970-01-01 00:00 +alice +2,500 +0 +0 +3.0")
        .containsPattern("\\(all\\) +2,507 ");
    assertThat(run.err()).contains("2 rows of the table are no usage");
  }

  @Test
  void everyCounterIsInTheCsv() {
    Run run = run("usage", "alice", "--from", "1970-01-01", "--csv");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(asked.get(0)).contains("&tenant=alice").endsWith("&by=all");
    assertThat(run.out().lines().toList().get(0)).startsWith("from,tenant,gets,multis,scans");
    assertThat(run.out()).contains("1970-01-01 00:00,alice,2500,0,0,0,0,");
  }

  @Test
  void aBillAsksForPeakAndOtherHours() throws Exception {
    Path prices = directory.resolve("prices.conf");
    Files.writeString(
        prices,
        "currency = CHF\npeak.hours = 8-20\noff-peak.factor = 0.5\noperations.per.million = 1000\n");
    Run run = run("usage", "--from", "30d", "--bill", "--prices", prices.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(asked).hasSize(2);
    assertThat(asked.get(0)).endsWith("&hours=8-20");
    assertThat(asked.get(1)).endsWith("&hours=20-8");
    assertThat(run.out())
        .contains("CHF cost", "million operations")
        .containsPattern("alice +0.005 +1000 +3.75")
        .containsPattern("\\(all\\) +3.76 +sum");
    Run json = run("usage", "--bill", "--json", "--prices", prices.toString());
    assertThat(json.out()).contains("\"currency\": \"CHF\"", "\"cost\": 3.76");
    assertThat(run("usage", "--bill", "--prices", "no-such-file").exitCode()).isOne();
  }

  @Test
  void contentionIsToldInWords() {
    Run run = run("contention", "alice", "--from", "2h");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(asked.get(0)).startsWith("/argus/contention.json?").endsWith("&tenant=alice");
    assertThat(run.out().lines())
        .containsExactly(
            "alice: slowed 25.0 % on average over 60 min; some 12,345 operations lost",
            "  through cache: 75 % of its loss, 120 request seconds, by bob (100 %)",
            "  through HDFS: 25 % of its loss, 40 request seconds, by bob (75 %), carol (25 %)",
            "  worst minute 1970-01-01 00:01: 75 % slowed, most through cache: 100 % of its loss,"
                + " 5 request seconds, by bob (100 %)");
    assertThat(run.err()).contains("argus.usage.enabled is false", "note: no table");
  }

  @Test
  void wrongTimesAreNamed() {
    assertThat(run("usage", "--from", "yesterday").err()).contains("--from is 'yesterday'");
    assertThat(run("usage", "--from", "1h", "--to", "2h").err()).contains("must be after --from");
    assertThat(run("usage", "--zone", "Mars").exitCode()).isEqualTo(2);
    assertThat(run("usage", "--to", "2026-13-01").exitCode()).isEqualTo(2);
    assertThat(run("usage", "--by", "week").exitCode()).isEqualTo(2);
    assertThat(run("usage", "no/tenant").exitCode()).isOne();
    assertThat(asked).isEmpty();
  }
}
