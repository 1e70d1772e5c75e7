package io.argus.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
        "profile list --json",
        "profile remove mine",
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
        "doctor --embedded",
        "why alice --seconds 0 --json",
        "whois a b:c --unmapped --json",
        "history alice --span hours --last 10 --json --master http://localhost:16010",
        "placement --moves 3 --json --site conf --master http://localhost:16010",
        "completion zsh",
        "plan pin alice=1/1 --no-borrowing",
        "slo set alice --min-ops 5000 --kind get",
        "slo set bob --p99 20 --force --timeout 5 --json",
        "slo list --json",
        "slo remove alice --only get.ops",
      })
  void agreedCommandLinesAreUnderstood(String words) {
    assertThat(line.parseArgs(words.split(" ")).errors()).isEmpty();
  }

  @Test
  void aReleaseThatArgusDoesNotKnowIsRefused() {
    int exit = line.execute("install", "--print", "--hbase", "1.4");

    assertThat(exit).isEqualTo(1);
    assertThat(err.toString()).isEqualToIgnoringNewLines("argus: hbase is 1.4; choose 2.6 or 0.94");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status --site conf --embedded | 2 | mutually exclusive",
        "status --site /nowhere | 1 | there is no /nowhere",
        "off --file argus.off | 2 | --file argus.off is of the region servers of this host",
        "slo set alice | 2 | Missing required argument",
        "slo set alice --min-ops 5 --p99 3 | 2 | mutually exclusive",
        "slo set alice --min-ops -5 | 1 | the promise to alice is -5 operations a second: must be",
        "install --hbase-home /nowhere | 1 | /nowhere is no HBase installation",
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
