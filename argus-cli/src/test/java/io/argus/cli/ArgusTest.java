package io.argus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.AutoComplete;
import picocli.CommandLine;

class ArgusTest {
  private final StringWriter err = new StringWriter();
  private final CommandLine line = Argus.commandLine().setErr(new PrintWriter(err, true));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo --mix exhot50+uniform200 --hbase 2.6 --hadoop 3 --disk emulated --json r.json --keep",
        "demo --hbase 0.94 --systems stock",
        "demo --systems stock --rows 1000 --ramp 1 --mix-ramp 1 --window 1",
        "cluster start --region-servers 2 --plugin argus --jar a.jar --jar b.jar --conf k=v",
        "cluster start --hbase 0.94",
        "profile run --workload hot --adaptive --max-error 0.05 --max-minutes 5 --results r.jsonl",
        "profile run --workload w.properties --site conf --table a:b --tenant a --load --force",
        "profile run --workload ycsb-a --hbase 2.6 --disk emulated --grid 4 --rows 5000 --json",
        "profile show r.jsonl --plain --svg r.svg --json",
        "profile publish r.jsonl --name mine --site conf --json",
        "profile list --json",
        "profile remove mine",
        "cluster stop",
        "cluster status",
        "plan what-if alice=0.6/0.5 bob=0.4/0.5 --json",
        "plan what-if --weights alice=2 --alpha 0.3",
        "plan what-if alice@rs1.example.com=0.6/0.5 --json",
        "plan pin alice@rs1.example.com:16020=0.6/0.5 bob@rs1.example.com:16020=0.4/0.5",
        "plan history --json",
        "plan diff v3 7 --json",
        "set argus.mode=off argus.alpha=0.3 --json --timeout 5",
        "unset argus.mode argus.alpha",
        "settings",
        "settings log --json",
        "enable cache",
        "disable scheduler --json",
        "off --local --file argus.off",
        "on --json",
        "top --once --json --site conf",
        "doctor --json --site conf",
        "why alice --seconds 0 --json",
        "whois a b:c --unmapped --json",
        "history alice --span hours --last 10 --json --master http://localhost:16010",
        "placement --moves 3 --json --site conf --master http://localhost:16010",
        "completion zsh",
        "bench",
        "bench uniform50+uniform200 exhot50+scan200 --systems stock,quota --repeat 3 --disk kernel",
        "bench --hbase 0.94 --json r.json --max-minutes 50 --results r.jsonl",
        "bench --mix-file m.json --mix-file n.properties --rows 40000 --ramp 5 --seconds 5",
        "bench overhead --loads hot50 --repeat 5 --systems stock,tinylfu,argus --block-cache file",
        "bench overhead --hbase 0.94 --repeat 5 --workloads uniform50,rw50 --json o.json --html o.html",
        "bench best exhot50+uniform200 --cache 0.3,0.5 --hdfs 0.5 --repeat 2 --no-borrowing",
        "bench exhot50+uniform200 --systems argus --interleaved 5 --max-steal 0.02 --conf k=v",
        "plan pin alice=1/1 --no-borrowing",
        "bench credits --credits 20,80 --json c.json",
        "bench tenants --groups uniform,mixed",
        "bench schedulers --repeat 3 --disk kernel",
        "bench skew --systems argus,argus+placement --repeat 3",
        "bench move uniform50{100/0/0}+uniform50 --before 30 --after 40 --disk emulated --json m.json",
        "bench kill --with-master --without 30 --session-timeout 10 --hbase 0.94 --keep",
        "bench upgrade --from 7bfb1f9 --jar old.jar --seconds 40 --region-servers 4",
        "bench faults --systems argus --faults kill-master,compact --html f.html --list",
        "bench slo uniform50+uniform200 --promise 300 --later 200,100 --phase 40",
        "slo set alice --min-ops 5000 --kind get",
        "slo set bob --p99 20 --force --timeout 5 --json",
        "slo list --json",
        "slo remove alice --only get.ops",
        "bench planner --cases 10 --tenants 64 --runs 3 --json planner.json",
        "bench scale --parts loop,optimum --servers 100 --tenants 50 --rounds 10 --json scale.json",
        "bench traces --traces hot,loop --sizes 5,31 --systems argus,LRU --html t.html --help"
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

  @ParameterizedTest
  @ValueSource(strings = {"demo", "cluster start", "install --print"})
  void aReleaseThatArgusDoesNotKnowIsRefused(String words) {
    int exit = line.execute((words + " --hbase 1.4").split(" "));

    assertThat(exit).isEqualTo(1);
    assertThat(err.toString()).isEqualToIgnoringNewLines("argus: hbase is 1.4; choose 2.6 or 0.94");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "profile run --workload warm | workload is warm; must be a file, or one of uniform",
        "profile run --workload hot --adaptive --max-error 2 | max error is 2.0; must be above 0",
        "profile run --workload hot --grid 1 | grid is 1; must be 2..32",
        "profile run --workload hot --rows 3 | rows is 3; must be at least 100",
        "profile run --workload hot --point-seconds 2 | longest point is 2 s",
        "profile publish nothing.jsonl | nothing.jsonl is no results file",
      })
  void whatCannotBeProfiledIsRefusedBeforeAnythingStarts(String words, String message) {
    assertThat(line.execute(words.split(" "))).isEqualTo(1);
    assertThat(err.toString()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "off --file argus.off | 2 | --file argus.off is of the region servers of this host",
        "bench --window 0 | 1 | window is 0 s; must be at least 1 s",
        "bench --ramp -1 | 1 | aloneRamp is -1 s; must be at least 0 s",
        "bench uniform50+rw50 uniform50+rw50 | 1 | two workload mixes are called 'uniform50+rw50'",
        "slo set alice | 2 | Missing required argument",
        "slo set alice --min-ops 5 --p99 3 | 2 | mutually exclusive",
        "slo set alice --min-ops -5 | 1 | the promise to alice is -5 operations a second: must be",
        "bench move --region-servers 1 | 1 | region servers is 1; must be at least 2",
        "bench upgrade --from HEAD | 1 | commit is 'HEAD'; must be 7 to 40 hexadecimal digits",
        "bench compaction --rounds 0 | 1 | rounds is 0; must be at least 1",
        "bench overhead --systems stock,stock | 1 | number of systems is 1; must be at least 2",
        "demo --block-cache ssd | 1 | block cache is ssd; choose heap, offheap, file, mmap",
        "demo --hbase 0.94 --block-cache file | 1 | HBase 0.94 has no BucketCache: choose heap",
        "cluster start --hbase 0.94 --block-cache mmap | 1 | HBase 0.94 has no BucketCache",
        "install --hbase-home /nowhere | 1 | /nowhere is no HBase installation",
        "bench --mix-file missing.json | 1 | workload mix file is missing.json; must be a file",
      })
  void whatCannotBeDoneIsRefusedBeforeAnythingStarts(String words, int code, String message) {
    assertThat(line.execute(words.split(" "))).isEqualTo(code);
    assertThat(err.toString()).contains(message);
  }

  @Test
  void anInstallationOfTheOtherReleaseIsRefused(@TempDir Path home) throws Exception {
    Files.createDirectories(home.resolve("lib"));
    Files.createDirectories(home.resolve("conf"));
    Path sign = Files.createFile(home.resolve("hbase-0.94.27.jar"));

    assertThat(line.execute("install", "--hbase-home", home.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(sign + " is of HBase 0.94: choose --hbase 0.94");
    assertThat(home.resolve("lib")).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"readproportion=often", "%PDF-1.7", "{\"readproportion\":1}"})
  void aWorkloadFileOfNonsenseIsNamed(String text, @TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("mine.properties"), text);

    assertThat(line.execute("profile", "run", "--workload", file.toString())).isEqualTo(1);
    assertThat(err.toString()).startsWith("argus: ").contains("mine.properties").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "plan pin --version"})
  void everyCommandTellsTheVersion(String words) {
    StringWriter out = new StringWriter();

    assertThat(line.setOut(new PrintWriter(out, true)).execute(words.split(" "))).isZero();
    assertThat(out.toString()).matches("argus \\d+\\.\\d+\\.\\d+\\S*\\R");
  }

  @Test
  void theShellCompletesWhatThereIs(@TempDir Path directory) throws Exception {
    Path script = directory.resolve("argus-completion");
    String text = AutoComplete.bash("argus", line);
    Files.writeString(script, text);
    assertThat(text).contains("doctor", "whois", "--span", "what-if");
    Process bash =
        new ProcessBuilder("bash", "-c", "source " + script + " && complete -p argus")
            .redirectErrorStream(true)
            .start();
    assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("_complete_argus");
    assertThat(bash.waitFor()).isZero();
  }
}
