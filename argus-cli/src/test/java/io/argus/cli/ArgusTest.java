package io.argus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
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
        "demo --hbase 0.94 --systems stock",
        "demo --systems stock --rows 1000 --ramp 1 --mix-ramp 1 --window 1",
        "cluster start --region-servers 2 --plugin argus --jar a.jar --jar b.jar --conf k=v",
        "cluster start --hbase 0.94",
        "cluster stop",
        "cluster status"
      })
  void agreedCommandLinesAreUnderstood(String words) {
    assertThat(line.parseArgs(words.split(" ")).errors()).isEmpty();
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
}
