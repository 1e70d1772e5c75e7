package io.argus.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ArgusBenchTest {
  private final StringWriter err = new StringWriter();
  private final CommandLine line = ArgusBench.commandLine().setErr(new PrintWriter(err, true));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo --mix exhot50+uniform200 --hbase 2.6 --hadoop 3 --disk emulated --json r.json --keep",
        "demo --hbase 0.94 --systems stock",
        "demo --systems stock --rows 1000 --ramp 1 --mix-ramp 1 --window 1",
        "cluster start --region-servers 2 --plugin argus --jar a.jar --jar b.jar --conf k=v",
        "cluster start --hbase 0.94",
        "cluster stop",
        "cluster status",
        "completion zsh",
        "uniform50+uniform200 exhot50+scan200 --systems stock,quota --repeat 3 --disk kernel",
        "--hbase 0.94 --json r.json --max-minutes 50 --results r.jsonl",
        "--mix-file m.json --mix-file n.properties --rows 40000 --ramp 5 --seconds 5",
        "overhead --loads hot50 --repeat 5 --systems stock,tinylfu,argus --block-cache file",
        "overhead --hbase 0.94 --repeat 5 --workloads uniform50,rw50 --json o.json --html o.html",
        "observe --pairs 3 --workload uniform50 --ramp 2 --window 2 --hbase 0.94",
        "best exhot50+uniform200 --cache 0.3,0.5 --hdfs 0.5 --repeat 2 --no-borrowing",
        "exhot50+uniform200 --systems argus --interleaved 5 --max-steal 0.02 --conf k=v",
        "credits --credits 20,80 --json c.json",
        "uniform50+uniform200 --systems stock,argus,argus@7bfb1f9 --repeat 3",
        "field endpoints flushes --systems stock,argus,argus@7bfb1f9 --seconds 20 --ramp 12",
        "field --list --hbase 0.94 --repeat 3 --json f.json",
        "field --scenarios endpoints,phoenix --list",
        "tenants --groups uniform,mixed",
        "schedulers --repeat 3 --disk kernel",
        "shares --workloads exhot --threads 50,200 --weights 3,1 --repeat 3",
        "skew --systems argus,argus+placement --repeat 3",
        "move uniform50{100/0/0}+uniform50 --before 30 --after 40 --disk emulated --json m.json",
        "kill --with-master --without 30 --session-timeout 10 --hbase 0.94 --keep",
        "upgrade --from 7bfb1f9 --jar old.jar --seconds 40 --region-servers 4",
        "faults --systems argus --faults kill-master,compact --html f.html --list",
        "faults --systems argus --rows-kept --list",
        "faults --faults rolling-upgrade,rolling-downgrade --earlier 7bfb1f9",
        "day --minutes 3 --repeat 1 --systems argus,stock --json d.json --html d.html --list",
        "evidence results --check",
        "slo uniform50+uniform200 --slo 300 --later 200,100 --phase 40",
        "planner --cases 10 --tenants 64 --runs 3 --json planner.json",
        "scale --parts loop,optimum --servers 100 --tenants 50 --rounds 10 --json scale.json",
        "traces --traces hot,loop --sizes 5,31 --systems argus,LRU --html t.html --help"
      })
  void agreedCommandLinesAreUnderstood(String words) {
    assertThat(line.parseArgs(words.split(" ")).errors()).isEmpty();
  }

  /** A description is a format: with a percent sign alone, a warning is printed in its place. */
  @Test
  void descriptionsOfCommandsAreFormatted() {
    for (String text : descriptions(line)) {
      assertThatCode(() -> String.format(text)).as("%s", text).doesNotThrowAnyException();
    }
  }

  private static List<String> descriptions(CommandLine command) {
    List<String> all =
        new ArrayList<>(List.of(command.getCommandSpec().usageMessage().description()));
    command.getSubcommands().values().forEach(each -> all.addAll(descriptions(each)));
    return all;
  }

  @Test
  void plannerBenchmarkWritesItsFigures(@TempDir Path directory) throws IOException {
    Path json = directory.resolve("planner.json");
    int exit =
        ArgusBench.run(
            "planner", "--cases", "6", "--tenants", "5", "--runs", "1", "--json", json.toString());
    assertThat(exit).isZero();
    assertThat(Files.readString(json)).contains("\"gaps\"").contains("\"medianMillis\"");
    assertThat(line.execute("planner", "--cases", "0")).isEqualTo(1);
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
  @ValueSource(strings = {"demo", "cluster start"})
  void aReleaseThatArgusDoesNotKnowIsRefused(String words) {
    int exit = line.execute((words + " --hbase 1.4").split(" "));

    assertThat(exit).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("argus: hbase is 1.4; choose 2.4, 2.5, 2.6 or 0.94");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--window 0 | 1 | window is 0 s; must be at least 1 s",
        "--ramp -1 | 1 | aloneRamp is -1 s; must be at least 0 s",
        "uniform50+rw50 uniform50+rw50 | 1 | two workload mixes are called 'uniform50+rw50'",
        "move --region-servers 1 | 1 | region servers is 1; must be at least 2",
        "upgrade --from HEAD | 1 | commit is 'HEAD'; must be 7 to 40 hexadecimal digits",
        "compaction --rounds 0 | 1 | rounds is 0; must be at least 1",
        "compaction --io-limit 0 | 1 | io-limit is 0; must be at least 1",
        "observe --pairs 1 | 1 | pairs is 1; must be at least 2",
        "overhead --systems stock,stock | 1 | number of systems is 1; must be at least 2",
        "overhead --systems stock,argus@HEAD | 1 | commit is 'HEAD'; must be 7 to 40",
        "--systems argus@0000000 | 1 | commit 0000000 is not in the history of",
        "compaction --systems charged@HEAD | 1 | commit is 'HEAD'; must be 7 to 40",
        "day --systems callqueues | 1 | system is callqueues; choose stock, argus or argus@COMMIT",
        "day --minutes 1 | 1 | seconds of a day is 60; must be at least 120",
        "day --repeat 0 | 1 | repeat is 0; must be at least 1",
        "soak --systems callqueues | 1 | system is callqueues; choose argus, argus@COMMIT or stock",
        "field scans | 1 | row is scans; choose of endpoints, mixed-batches, short-timeouts",
        "field log-stall --seconds 0 | 1 | seconds is 0; must be at least 1",
        "field priority --hbase 0.94 | 1 | row is priority; HBase 0.94 does not have it",
        "field --scenarios endpoints,scans | 1 | row is scans; choose of endpoints, mixed-batches",
        "field phoenix --hbase 2.5 | 1 | hbase is 2.5 on Hadoop 3; Phoenix is there for 2.6",
        "field ingest --disk none | 1 | disk is none; only kernel limits writes",
        "demo --block-cache ssd | 1 | block cache is ssd; choose heap, offheap, file, mmap",
        "demo --hbase 0.94 --block-cache file | 1 | HBase 0.94 has no BucketCache: choose heap",
        "cluster start --hbase 0.94 --block-cache mmap | 1 | HBase 0.94 has no BucketCache",
        "evidence missing | 1 | directory is missing; must be one of bin/campaign, with its commit",
        "--mix-file missing.json | 1 | workload mix file is missing.json; must be a file",
      })
  void whatCannotBeDoneIsRefusedBeforeAnythingStarts(String words, int code, String message) {
    assertThat(line.execute(words.split(" "))).isEqualTo(code);
    assertThat(err.toString()).contains(message);
  }
}
