package io.argus.cli.capacity;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CapacityCommandTest {
  private static final String ALICE =
      "{'tenant':'alice','asked':1500.0,'promised':true,'operationsPerSecond':1500.0,"
          + "'least':1380.0,'most':1500.0,'byPresentClients':0.0,'isolatedThroughput':1800.0,"
          + "'latencyMillis':12.34,'basis':'model'}";
  private static final String BOB =
      "{'tenant':'bob','asked':0.0,'promised':false,'operationsPerSecond':300.0,"
          + "'least':270.0,'most':340.0,'byPresentClients':290.0,'isolatedThroughput':1800.0,"
          + "'basis':'model x 1.02, by servers [1, 2]'}";
  private static final String ANSWER =
      "{'version':1,'takenMillis':5,'presentServers':2,'calibratedFrom':1,'calibratedTo':4,"
          + "'neededServers':3,'neededServersAtWorst':4,'note':'','outcomes':["
          + "{'servers':3,'operationsPerSecond':1800.0,'least':1650.0,'most':1840.0,"
          + "'keepsPromises':true,'keepsPromisesAtWorst':false,'processorUse':0.0,'tenants':["
          + ALICE
          + ","
          + BOB
          + "]}]}";

  private HttpServer server;
  private String asked = "";
  private String answer = ANSWER;
  private int status = 200;
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
          exchange.sendResponseHeaders(status, body.length);
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
      List<String> all = new ArrayList<>(List.of("capacity", "--master"));
      all.add("http://127.0.0.1:" + server.getAddress().getPort());
      all.addAll(Arrays.asList(words));
      return Argus.commandLine()
          .setErr(new PrintWriter(err, true))
          .execute(all.toArray(new String[0]));
    } finally {
      System.setOut(before);
    }
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void howManyServersItTakesIsSaidWithTheError() {
    assertThat(run("--promise", "alice:1500", "--add-tenant", "bob:20", "--promise", "bob:7"))
        .isZero();
    assertThat(asked).isEqualTo("/argus/capacity.json?promise=alice:1500,bob:7&add=bob:20");
    assertThat(printed())
        .contains("3 region servers keep every promise as predicted; 4 if the prediction is as far")
        .contains("There are 2 region servers. Calibrated for 1 to 4.")
        .contains("3 region servers: 1,800 ops/s (1,650 to 1,840)")
        .contains("1,500 promised")
        .contains("1,380..1,500")
        .contains("12.3")
        .contains("model x 1.02, by servers [1, 2]");
  }

  @Test
  void aPromiseThatIsNotKeptShowsInTheExitCode() {
    answer = ANSWER.replace("'neededServers':3,'neededServersAtWorst':4,", "");
    assertThat(run("--promise", "alice:1500")).isEqualTo(3);
    assertThat(printed()).contains("No number of region servers");
    assertThat(run("--json")).as("nothing is promised").isZero();
    answer = ANSWER.replace("'keepsPromises':true", "'keepsPromises':false");
    assertThat(run("--promise", "alice:1500", "--servers", "3", "--extrapolate", "--json"))
        .isEqualTo(3);
    assertThat(asked).isEqualTo("/argus/capacity.json?promise=alice:1500&servers=3&extrapolate");
  }

  @Test
  void whatCannotBeAnsweredIsSaid() {
    assertThat(run("--promise", "alice")).isOne();
    assertThat(err.toString()).contains("'alice' is not TENANT:OPS");
    assertThat(asked).as("the master is not asked").isEmpty();
    status = 400;
    answer = "{'error':'9 servers are beyond what this cluster was calibrated for'}";
    assertThat(run("--servers", "9")).isOne();
    assertThat(err.toString()).contains("9 servers are beyond");
    status = 200;
    answer = "{'version':1}";
    assertThat(run()).isOne();
    assertThat(err.toString()).contains("did not answer with a capacity");
  }
}
