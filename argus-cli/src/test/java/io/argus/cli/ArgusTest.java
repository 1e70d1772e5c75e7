package io.argus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ArgusTest {
  private final StringWriter err = new StringWriter();
  private final CommandLine line = Argus.commandLine().setErr(new PrintWriter(err, true));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo --mix exhot50+uniform200 --hbase 2.6 --hadoop 3 --disk emulated --json r.json --keep",
        "demo --systems stock --rows 1000 --ramp 1 --mix-ramp 1 --window 1",
        "cluster start --region-servers 2 --plugin argus --jar a.jar --jar b.jar --conf k=v",
        "cluster stop",
        "cluster status",
        "plan what-if alice=0.6/0.5 bob=0.4/0.5 --json",
        "plan what-if --weights alice=2 --alpha 0.3",
        "plan history --json",
        "plan diff v3 7 --json",
        "bench planner --cases 10 --tenants 64 --runs 3 --json planner.json"
      })
  void agreedCommandLinesAreUnderstood(String words) {
    assertThat(line.parseArgs(words.split(" ")).errors()).isEmpty();
  }

  @Test
  void plannerBenchmarkWritesItsFigures(@TempDir Path directory) throws IOException {
    Path json = directory.resolve("planner.json");
    int exit =
        Argus.run(
            "bench",
            "planner",
            "--cases",
            "6",
            "--tenants",
            "5",
            "--runs",
            "1",
            "--json",
            json.toString());
    assertThat(exit).isZero();
    assertThat(Files.readString(json)).contains("\"gaps\"").contains("\"medianMillis\"");
    assertThat(line.execute("bench", "planner", "--cases", "0")).isEqualTo(1);
    assertThat(err.toString()).contains("--cases is 0: must be at least 1");
  }

  @Test
  void failuresAreOneLineThatSaysWhatWouldBeRight() {
    int exit = line.execute("demo", "--mix", "warm50");

    assertThat(exit).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "argus: workload is warm; choose uniform, hot, exhot, scan or rw");
  }
}
