package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.Argus;
import io.argus.core.recorder.RecordFiles;
import io.argus.core.recorder.Recorder;
import io.argus.core.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What operators ask about an incident of the last half hour, from a copy of the files. */
class RecordedCommandsTest {
  private static final int MINUTES = 90;
  private static final int GOOD = 60;

  private String printed = "";
  private String complained = "";

  @TempDir private Path directory;
  private final long now = System.currentTimeMillis() / 60_000;
  private final long first = now - MINUTES;

  /** An hour in which all is well, then half an hour in which batch reads and shop waits. */
  @BeforeEach
  void record() {
    Recorder recorder =
        new Recorder(
            List.of("operationsPerSecond", "throughputLoss", "hdfsReadBytesPerSecond"),
            List.of("hdfsWaitP99Nanos", "queueWaitP99Nanos"),
            Settings::defaults);
    recorder.start(RecordFiles.directory(directory), "test", Runnable::run);
    for (int i = 0; i < MINUTES; i++) {
      boolean slow = i >= GOOD;
      if (i == GOOD) {
        recorder.note((first + i) * 60_000, "change", "bob: argus.alpha=0.9", "");
      }
      recorder.minute(
          first + i,
          30,
          Map.of(
              "",
              Map.of(),
              "shop",
              Map.of(
                  "operationsPerSecond",
                  slow ? 800f : 2400f,
                  "throughputLoss",
                  slow ? 0.66f : 0.05f,
                  "hdfsWaitP99Nanos",
                  slow ? 120e6f : 3e6f,
                  "queueWaitP99Nanos",
                  2e6f),
              "batch",
              Map.of("hdfsReadBytesPerSecond", slow ? 80f * (1 << 20) : 1 << 20)));
      recorder.tick((first + i + 1) * 60_000);
    }
  }

  /** Runs a command where no cluster is; returns its exit code. */
  private int run(String... words) {
    PrintStream outBefore = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StringWriter err = new StringWriter();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      CommandLine commands = Argus.commandLine();
      commands.setErr(new PrintWriter(err, true));
      return commands.execute(words);
    } finally {
      System.setOut(outBefore);
      printed = out.toString(StandardCharsets.UTF_8);
      complained = err.toString();
    }
  }

  private String copy() {
    return directory.toString();
  }

  private String time(int minute) {
    Instant time = Instant.ofEpochSecond((first + minute) * 60);
    return LocalDateTime.ofInstant(time, ZoneId.systemDefault()).toString();
  }

  private void requireCause() {
    assertThat(printed)
        .containsPattern("operations a second +2,400 +800\n")
        .containsPattern("throughput loss +5% +66%\n")
        .contains("Limited by: its share of HDFS.")
        .contains("Who used more: batch (HDFS 80.0 MB/s, before 1.0;")
        .contains("change: bob: argus.alpha=0.9")
        .contains("'argus tenant cap batch --max-ops 1'", "'argus slo set shop --min-ops 2400'");
  }

  @Test
  void whatATenantHasHadSinceThenIsExplained() {
    assertThat(run("explain", "shop", "--since", time(GOOD), "--dir", copy())).isZero();
    requireCause();
  }

  @Test
  void whatATenantHadAtATimeIsExplained() {
    String time = time(GOOD + 5);
    assertThat(run("explain", "shop", "--at", time, "--dir", copy())).isZero();
    requireCause();
    assertThat(run("explain", "shop", "--at", time, "--dir", copy(), "--json")).isZero();
    assertThat(printed).startsWith("{\"version\":");
  }

  @Test
  void aTenantOfWhichNothingWasRecordedIsRefused() {
    assertThat(run("explain", "shopp", "--since", "30m", "--dir", copy())).isOne();
    assertThat(complained).contains("nothing of tenant shopp was recorded from", copy(), "shop");
  }

  @ParameterizedTest
  @CsvSource({
    "--at noon, --at is 'noon': must be a time",
    "--since 2100-01-01, --since is '2100-01-01': must be in the past",
    "--since 10m --at 10m, '--at is ''10m'' and --since is ''10m'': give only one of them'",
    "--dir /nowhere, '--at is missing: say when'",
    "--since 10m --dir /nowhere, --dir is /nowhere: there is no such directory"
  })
  void whatIsNoTimeIsRefused(String options, String complaint) {
    assertThat(run(("explain shop " + options).split(" "))).isOne();
    assertThat(complained).contains(complaint);
  }

  @Test
  void anIncidentIsOneFileForTheTicket() throws IOException {
    Path file = directory.resolve("incident.zip");
    String[] words = {"incident", "--from", "40m", "--dir", copy(), "-o", file.toString()};
    assertThat(run(words)).as(complained).isZero();
    assertThat(printed).contains("tenants: 2, events: 1");
    Map<String, String> entries = new TreeMap<>();
    try (ZipInputStream archive = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
        entries.put(entry.getName(), new String(archive.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    assertThat(entries).containsOnlyKeys("events.txt", "figures.csv", "history.json");
    assertThat(entries.get("events.txt")).contains("change: bob: argus.alpha=0.9");
    assertThat(entries.get("figures.csv").lines().findFirst().orElseThrow())
        .startsWith("time,tenant,")
        .contains("operationsPerSecond");
    assertThat(entries.get("figures.csv"))
        .containsPattern(Instant.ofEpochSecond((first + GOOD) * 60) + ",shop,,[0-9]+,800,");
    assertThat(entries.get("history.json")).startsWith("{\"version\":");

    Path other = directory.resolve("other.zip");
    assertThat(run("incident", "--from", "40m", "--dir", copy(), "-o", other.toString(), "--json"))
        .isZero();
    assertThat(printed).contains("\"tenants\": 2").contains("\"events\": 1");

    assertThat(run(words)).isOne();
    assertThat(complained).contains("-o is " + file + ": this file exists");
  }
}
