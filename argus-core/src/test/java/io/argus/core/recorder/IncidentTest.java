package io.argus.core.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.argus.core.settings.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IncidentTest {
  private static final long MINUTE = 60_000;
  private static final long FIRST = 30_000L * MergePlan.DAY;
  private static final long FROM = (FIRST + 60) * MINUTE;
  private static final long TO = (FIRST + 90) * MINUTE;

  private final RecordFiles files = new MemoryFiles().process();
  private final Recorder recorder =
      new Recorder(
          List.of(
              "hdfsReadBytesPerSecond",
              "cpuFraction",
              "demandLimited",
              "capWaitFraction",
              "memstoreWaitFraction",
              "hdfsWaitFraction",
              "queueWaitFraction"),
          List.of("hdfsWaitP99Nanos", "queueWaitP99Nanos"),
          Settings::defaults);

  /** An hour of one kind, then half an hour of another. */
  private Incident of(Map<String, Map<String, Float>> before, Map<String, Map<String, Float>> then)
      throws IOException {
    recorder.start(files, "test", Runnable::run);
    for (int i = 0; i < 90; i++) {
      recorder.minute(FIRST + i, 30, i < 60 ? before : then);
      recorder.tick((FIRST + i + 1) * MINUTE);
    }
    return recorder.reader().orElseThrow().incident(FROM, TO);
  }

  @Test
  void whoReadMoreTookWhatAReaderWaitsFor() throws IOException {
    Incident incident =
        of(
            Map.of(
                "shop", Map.of("hdfsWaitP99Nanos", 2e6f),
                "batch", Map.of("hdfsReadBytesPerSecond", 1e6f),
                "idle", Map.of("cpuFraction", 1f)),
            Map.of(
                "shop", Map.of("hdfsWaitP99Nanos", 80e6f, "queueWaitP99Nanos", 3e6f),
                "batch", Map.of("hdfsReadBytesPerSecond", 9e6f),
                "late", Map.of("hdfsReadBytesPerSecond", 2e6f),
                "idle", Map.of("cpuFraction", 2f)));
    assertThat(incident.tenants()).containsExactly("batch", "idle", "late", "shop");
    assertThat(incident.limit("shop")).startsWith("its share of HDFS.");
    assertThat(incident.others("shop")).containsExactly("batch", "late");
    assertThat(incident.advice("shop")).contains("'argus tenant cap batch --max-ops 1'");
    assertThat(incident.before("shop").get("hdfsWaitP99Nanos")).isBetween(1.99e6, 2.01e6);
    assertThat(incident.before("late")).isEmpty();
    assertThat(incident.limit("idle")).startsWith("nothing that Argus divides.");
    assertThat(incident.then("nobody")).isEmpty();
  }

  @Test
  void whoUsedMoreCpuTookHandlers() throws IOException {
    Incident incident =
        of(
            Map.of("busy", Map.of("cpuFraction", 1f, "hdfsReadBytesPerSecond", 1e6f)),
            Map.of(
                "shop", Map.of("queueWaitP99Nanos", 3e6f),
                "busy", Map.of("cpuFraction", 2f)));
    assertThat(incident.limit("shop")).startsWith("handlers or CPU.");
    assertThat(incident.others("shop")).containsExactly("busy");
  }

  @Test
  void aCapLimitsWhoeverWaitsLongestForIt() throws IOException {
    Map<String, Float> capped =
        Map.of(
            "capWaitFraction", 3f,
            "hdfsWaitFraction", 1f,
            "hdfsWaitP99Nanos", 9e6f,
            "demandLimited", 1f);
    Map<String, Float> hardly = Map.of("capWaitFraction", 0.05f, "demandLimited", 1f);
    Incident incident = of(Map.of(), Map.of("shop", capped, "other", hardly));
    assertThat(incident.limit("shop")).startsWith("its cap.");
    assertThat(incident.advice("shop")).contains("'argus tenant cap shop'");
    assertThat(incident.limit("other")).startsWith("its own demand.");
    assertThat(incident.advice("other")).startsWith("nothing that Argus can change");
  }

  @Test
  void memstoresLimitWhoeverWaitsLongestForThem() throws IOException {
    Map<String, Float> held =
        Map.of(
            "memstoreWaitFraction", 5f,
            "capWaitFraction", 1f,
            "queueWaitFraction", 2f,
            "queueWaitP99Nanos", 9e6f);
    Map<String, Float> hardly =
        Map.of("memstoreWaitFraction", 0.05f, "queueWaitP99Nanos", 9e6f, "queueWaitFraction", 2f);
    Incident incident = of(Map.of(), Map.of("ingest", held, "other", hardly));
    assertThat(incident.limit("ingest")).startsWith("its part of the memstores.");
    assertThat(incident.advice("ingest")).startsWith("faster or fewer flushes");
    assertThat(incident.limit("other")).startsWith("handlers or CPU.");
  }

  @Test
  void theFilesAndTheDocumentSayTheSame() throws IOException {
    Incident read =
        of(
            Map.of("shop", Map.of("hdfsReadBytesPerSecond", 1e6f)),
            Map.of("shop", Map.of("hdfsReadBytesPerSecond", 7e6f, "hdfsWaitP99Nanos", 9e6f)));
    RecordReader reader = new RecordReader(files);
    String json = reader.json(FROM - Incident.BEFORE_MILLIS, TO, 1, null);
    Incident parsed = Incident.of(JsonParser.parseString(json).getAsJsonObject(), FROM, TO);
    assertThat(parsed.tenants()).isEqualTo(read.tenants());
    assertThat(parsed.limit("shop")).isEqualTo(read.limit("shop"));
    assertThat(parsed.then("shop").keySet()).isEqualTo(read.then("shop").keySet());
    read.then("shop")
        .forEach(
            (figure, mean) ->
                assertThat(parsed.then("shop").get(figure))
                    .as(figure)
                    .isBetween(0.999 * mean, 1.001 * mean));
  }

  @Test
  void figuresAreOfSomeTenantsAndEventsHaveNoDocument() throws IOException {
    recorder.start(files, "test", Runnable::run);
    recorder.note(FROM, "plan", "v7: better", "{\"large\":true}");
    of(Map.of(), Map.of("a", Map.of("cpuFraction", 1f), "b", Map.of("cpuFraction", 2f)));
    String figures = new RecordReader(files).figures(FROM, TO, 1, List.of("b"));
    assertThat(figures).contains("\"tenant\":\"b\"", "v7: better");
    assertThat(figures).doesNotContain("\"tenant\":\"a\"", "large");
    assertThat(new RecordReader(files).json(FROM, TO, 1, "b")).contains("large");
  }
}
