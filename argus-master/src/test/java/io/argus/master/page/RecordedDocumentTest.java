package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageReply;
import io.argus.core.recorder.RecordFiles;
import io.argus.core.recorder.Recorder;
import io.argus.core.settings.Settings;
import io.argus.master.PageFixture;
import io.argus.master.status.History;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page reads of the past. */
class RecordedDocumentTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final int TICKS = 240;

  @TempDir private static Path directory;
  private static ArgusPage page;

  @BeforeAll
  static void someMinutes() throws IOException {
    page = PageFixture.until(NOW, TICKS, RecordFiles.directory(directory)).page();
  }

  private static String body(ArgusPage of, int status, String query) {
    PageReply reply = of.get(ArgusPage.ROOT + "recorded.json", query).orElseThrow();
    String body = new String(reply.body(), StandardCharsets.UTF_8);
    assertThat(reply.status()).as(body).isEqualTo(status);
    return body;
  }

  private static JsonObject json(ArgusPage of, String query) {
    return JsonParser.parseString(body(of, 200, query)).getAsJsonObject();
  }

  @Test
  void allTenantsOfAPeriodTheMostAffectedFirst() {
    JsonObject document = json(page, "from=1h");
    assertThat(document.get("toMillis").getAsLong()).isEqualTo(NOW);
    assertThat(document.get("isOn").getAsBoolean()).isTrue();
    assertThat(document.getAsJsonArray("problems")).isEmpty();
    assertThat(document.getAsJsonArray("means")).hasSize(5);
    assertThat(document.getAsJsonArray("tenants")).hasSize(5);
    assertThat(document.getAsJsonArray("events")).isNotEmpty();
    double loss = Double.POSITIVE_INFINITY;
    boolean demandLimited = false;
    for (JsonElement each : document.getAsJsonArray("means")) {
      JsonObject then = each.getAsJsonObject().getAsJsonObject("then");
      boolean limited = then.get("demandLimited").getAsDouble() > 0.5;
      assertThat(demandLimited && !limited).as("those that ask for less come last").isFalse();
      if (limited == demandLimited) {
        assertThat(then.get("throughputLoss").getAsDouble()).isLessThanOrEqualTo(loss);
      }
      loss = then.get("throughputLoss").getAsDouble();
      demandLimited = limited;
    }
    assertThat(document.has("incident")).isFalse();
  }

  @Test
  void oneTenantWithWhoUsedMoreAndWhereItsTimeWent() {
    JsonObject document = json(page, "from=3m&tenant=analytics");
    JsonObject incident = document.getAsJsonObject("incident");
    assertThat(incident.get("limit").getAsString()).isNotBlank();
    assertThat(incident.get("advice").getAsString()).isNotBlank();
    JsonObject own = document.getAsJsonArray("means").get(0).getAsJsonObject();
    assertThat(own.get("tenant").getAsString()).isEqualTo("analytics");
    assertThat(own.getAsJsonObject("before").size()).isPositive();
    for (String phase :
        new String[] {
          "capWaitFraction",
          "queueWaitFraction",
          "hdfsWaitFraction",
          "hdfsReadFraction",
          "handlerFraction"
        }) {
      assertThat(own.getAsJsonObject("then").has(phase)).as(phase).isTrue();
    }
    assertThat(document.getAsJsonArray("means"))
        .hasSize(1 + incident.getAsJsonArray("others").size());
    assertThat(json(page, "from=1h&tenant=nobody").has("incident")).isFalse();
  }

  @Test
  void aPeriodInWhichNothingWasRecordedIsEmpty() {
    JsonObject document =
        json(page, "from=2026-11-24T03:10&to=2026-11-24T04:10&zone=Europe/Berlin");
    assertThat(document.getAsJsonArray("means")).isEmpty();
    assertThat(document.get("fromMillis").getAsLong())
        .isEqualTo(Instant.parse("2026-11-24T02:10:00Z").toEpochMilli());
  }

  @ParameterizedTest
  @CsvSource({
    "'', from is missing",
    "to=1h, from is missing",
    "from=noon, from is 'noon': must be a time (10:00",
    "from=1h&to=tea, to is 'tea': must be a time (10:00",
    "from=2099-01-01, from is '2099-01-01': must be in the past",
    "from=1h&to=2h, 'to is ''2h'': must be after from, ''1h'''",
    "from=99999d, from is '99999d': must be at most 400 days ago",
    "from=0001-01-01&to=9999-01-01, must be at most 400 days ago",
    "from=1h&from=2h, parameter 'from' is given twice",
    "from=1h&zone=Mars, zone is 'Mars'",
    "from=%3Cscript%3E, from is '<script>': must be a time",
    "from=1h&tenant=a/b, is not legal",
    "from=%zz, cannot be read"
  })
  void aBadPeriodIsAnsweredWithWhatIsWrong(String query, String message) {
    JsonObject error = JsonParser.parseString(body(page, 400, query)).getAsJsonObject();
    assertThat(error.get("error").getAsString()).contains(message);
  }

  @Test
  void whateverIsAskedIsAnsweredOrRefused() {
    Random random = new Random(3);
    String characters = "0123456789mhd-:TZ%<>&='\"+ \u0000";
    for (int i = 0; i < 3_000; i++) {
      StringBuilder query = new StringBuilder("from=");
      random
          .ints(random.nextInt(25), 0, characters.length())
          .forEach(at -> query.append(characters.charAt(at)));
      PageReply reply = page.get(ArgusPage.ROOT + "recorded.json", query.toString()).orElseThrow();
      assertThat(reply.status()).as(query.toString()).isIn(200, 400);
      assertThat(reply.contentType()).startsWith("application/json");
    }
  }

  @Test
  void aMasterWithoutARecorderSaysSo() throws IOException {
    JsonObject document = json(PageFixture.until(NOW, 3).page(), "from=1h&tenant=orders");
    assertThat(document.get("isOn").getAsBoolean()).isFalse();
    assertThat(document.getAsJsonArray("problems").toString()).contains("has no recorder");
    assertThat(document.getAsJsonArray("means")).isEmpty();
  }

  @Test
  void nobodyWaitsForFilesThatAreSlow() {
    Recorder recorder = History.recorder(Settings::defaults);
    recorder.start(RecordFiles.directory(directory), "m1", Runnable::run);
    List<Runnable> waiting = new ArrayList<>();
    RecordedDocument slow =
        new RecordedDocument(recorder, new ComputedAnswers(waiting::add, () -> NOW, 1), () -> NOW);
    ArgusPage slowly =
        ArgusPage.builder(MasterPage.class, "master.html")
            .document("recorded.json", slow::toJson)
            .build();
    assertThat(body(slowly, PageReply.COMPUTING, "from=1h")).contains("has been computed for");
    body(slowly, PageReply.COMPUTING, "from=1h");
    assertThat(waiting).as("it is read once").hasSize(1);
    waiting.get(0).run();
    assertThat(json(slowly, "from=1h").getAsJsonArray("means")).hasSize(5);
  }

  /** Files on a file system that is away. */
  private static final class AwayFiles implements RecordFiles {
    @Override
    public String location() {
      return "hdfs://away/argus";
    }

    @Override
    public Map<String, Long> list() throws IOException {
      throw new IOException("no route to host away");
    }

    @Override
    public OutputStream create(String name) throws IOException {
      throw new IOException("no route to host away");
    }

    @Override
    public boolean rename(String from, String to) throws IOException {
      throw new IOException("no route to host away");
    }

    @Override
    public void delete(String name) throws IOException {
      throw new IOException("no route to host away");
    }

    @Override
    public Opened open(String name) throws IOException {
      throw new IOException("no route to host away");
    }
  }

  @Test
  void filesThatCannotBeReadAreAProblemAndNothingElseIsShown() throws IOException {
    JsonObject document = json(PageFixture.until(NOW, 3, new AwayFiles()).page(), "from=1h");
    assertThat(document.getAsJsonArray("problems").toString())
        .contains("Recorded history cannot be read: no route to host away");
    assertThat(document.getAsJsonArray("means")).isEmpty();
  }
}
