package io.argus.cli.assess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import io.argus.cli.Argus;
import io.argus.cli.assess.Judgement.Bottleneck;
import io.argus.cli.assess.Judgement.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * On what {@code argus assess --save} recorded of an HBase 2.6.4 without Argus, on two busy cores:
 * {@code cpu} with 4 clients that get rows of one table and 40 that scan another, and {@code
 * one-tenant} with the former alone.
 */
class RecordedJmxTest {
  private static final Path RECORDED =
      Path.of("src", "test", "resources", "io", "argus", "cli", "assess");

  private static ObservedServer observed(String load) throws IOException {
    List<JmxDocument> documents = SavedJmx.read(RECORDED.resolve(load));
    documents.sort(Comparator.comparingDouble(JmxDocument::uptimeMillis));
    return ObservedServer.of(documents).orElseThrow();
  }

  private static String printed(String... arguments) {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertThat(Argus.run(arguments)).isZero();
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void scansThatTakeAllCoresMakeGetsWait() throws IOException {
    ObservedServer server = observed("cpu");
    assertThat(server.seconds).isBetween(50.0, 52.0);
    assertThat(server.tenants.keySet()).containsExactly("events", "orders");
    assertThat(server.callsPerSecond).isBetween(290.0, 330.0);
    assertThat(server.queueMillis).isBetween(5.0, 10.0);
    assertThat(server.hitRatio).isGreaterThan(0.99);
    Judgement judgement = Judgement.of(List.of(server));
    assertThat(judgement.bottlenecks).containsValue(Bottleneck.CPU);
    assertThat(judgement.verdict).isEqualTo(Verdict.HELPS);
    assertThat(judgement.tenants.get(0).tenant).isEqualTo("orders");
  }

  @Test
  void aSingleTenantHasNobodyToBeProtectedFrom() throws IOException {
    assertThat(Judgement.of(List.of(observed("one-tenant"))).verdict).isEqualTo(Verdict.ONE_TENANT);
  }

  /**
   * Loads that {@code argus-bench assess} recorded on a disk of 600 reads a second, and what the
   * tenant that gains most had with Argus / without. The thresholds are older than the loads.
   */
  @ParameterizedTest
  @CsvSource({
    "exhot50-uniform200, HELPS, 173.32",
    "uniform50-uniform50, EVEN, 1.05",
    "exhot10-200-uniform10-50, NO_BOTTLENECK, 1.00",
    "exhot50-scan200, HELPS, 380.41",
    "uniform50-uniform200, HELPS, 2.41",
    "scan50-scan50, EVEN, 0.99"
  })
  void theVerdictIsWhatWasMeasured(String load, Verdict verdict, double gain) throws IOException {
    Judgement judgement = Judgement.of(List.of(observed(load)));
    assertThat(judgement.verdict).isEqualTo(verdict);
    assertThat(judgement.helps()).isEqualTo(gain >= Judgement.MIN_GAIN);
  }

  @Test
  void theCommandReadsSavedAnswersAndPrintsTextAndJson() {
    String directory = RECORDED.resolve("cpu").toString();
    assertThat(printed("assess", "--from", directory))
        .startsWith("Argus would help: CPU limits 1 of 1 region servers")
        .containsPattern("(?m)^orders +30 ")
        .containsPattern("(?m)^localhost:26020 +cpu ");
    JsonObject json =
        JsonParser.parseString(printed("assess", "--from", directory, "--json")).getAsJsonObject();
    assertThat(json.get("helps").getAsBoolean()).isTrue();
    assertThat(json.get("verdict").getAsString()).isEqualTo("HELPS");
    assertThat(json.getAsJsonArray("tenants")).hasSize(2);
    assertThat(
            json.getAsJsonArray("servers").get(0).getAsJsonObject().get("bottleneck").getAsString())
        .isEqualTo("CPU");
  }

  @Test
  void aDirectoryThatSaysTooLittleIsRefused(@TempDir Path empty) throws IOException {
    assertThat(Argus.run("assess", "--from", empty.toString())).isEqualTo(1);
    Path once = empty.resolve("once.json");
    Files.copy(RECORDED.resolve("cpu").resolve("1.json"), once);
    assertThat(Argus.run("assess", "--from", empty.toString())).isEqualTo(1);
    Files.writeString(empty.resolve("no.json"), "{}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SavedJmx.read(empty))
        .withMessageContaining("no.json is no answer of /jmx");
    assertThat(Argus.run("assess", "rs1:16030", "--from", empty.toString())).isEqualTo(2);
    assertThat(Argus.run("assess", "rs1:16030", "--minutes", "0.1")).isEqualTo(2);
    assertThat(Argus.run("assess", "rs1:16030", "--every", "0")).isEqualTo(2);
  }

  @Test
  void whatIsSavedIsReadAgain(@TempDir Path directory) throws IOException {
    for (JmxDocument document : SavedJmx.read(RECORDED.resolve("cpu"))) {
      SavedJmx.write(directory, document);
    }
    List<JmxDocument> read = SavedJmx.read(directory);
    assertThat(read).hasSize(6);
    assertThat(read).extracting(JmxDocument::server).containsOnly("localhost,26020,1795851833507");
  }

  @Test
  void aWebInterfaceIsReadAndOneWithArgusRefused() throws IOException {
    String stock = Files.readString(RECORDED.resolve("cpu").resolve("1.json"));
    String withArgus = stock.replace("RegionServer,sub=IPC\"", "RegionServer,sub=ArgusServer\"");
    String[] body = {stock};
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/jmx",
        exchange -> {
          byte[] bytes = body[0].getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    String address = "localhost:" + server.getAddress().getPort();
    try {
      assertThat(JmxReader.regionServer(address).server())
          .isEqualTo("localhost,26020,1795851833507");
      body[0] = withArgus;
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JmxReader.regionServer(address))
          .withMessageContaining("is of a region server with Argus");
      body[0] = "{\"beans\":[]}";
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JmxReader.regionServer(address))
          .withMessageContaining("is it of a region server?");
    } finally {
      server.stop(0);
    }
    assertThatIOException()
        .isThrownBy(() -> JmxReader.regionServer(address))
        .withMessageContaining("does not answer");
  }
}
