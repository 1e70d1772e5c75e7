package io.argus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.argus.cli.output.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.AutoComplete;
import picocli.CommandLine;

class ArgusTest {
  /** A word of a command line, with its quotes. */
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

  private final StringWriter err = new StringWriter();
  private final CommandLine line = Argus.commandLine().setErr(new PrintWriter(err, true));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status -o json",
        "version --hbase-home /opt/hbase --site conf --json",
        "doctor -o wide",
        "assess --site conf --info-port 16030 --minutes 5 --every 20 --save d",
        "assess rs1:16030 rs2:16030 --json",
        "assess --from d",
        "status --output table",
        "status -o JSON",
        "profile run --workload hot --adaptive --max-error 0.05 --max-minutes 5 --results r.jsonl",
        "profile run --workload w.properties --site conf --table a:b --tenant a --load --force",
        "profile run --workload ycsb-a --embedded --grid 4 --rows 5000 --load --regions 2 --json",
        "profile show r.jsonl --plain --svg r.svg --json",
        "profile publish r.jsonl --name mine --site conf --json",
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
        "settings -o json",
        "settings log --json",
        "off --local --file argus.off",
        "on --json",
        "mode",
        "mode observe -o json",
        "mode off --timeout 5",
        "mode enforce --server rs1,rs2 --guard --for 4h --reason canary",
        "mode enforce --percent 10 --guard=3 -y",
        "mode inherit --server rs1 --dry-run",
        "off --for 30m --reason noisy -y",
        "plan pin alice=0.6/0.5 --for 4h --dry-run",
        "plan unpin --reason done --yes",
        "profile remove mine --reason old --dry-run",
        "top --once --json --site conf",
        "doctor --json --site conf",
        "doctor --embedded",
        "explain alice --seconds 0 --json",
        "tables a b:c --unmapped -o json",
        "history alice --span hours --last 10 --json --master http://localhost:16010",
        "placement --moves 3 --json --site conf --master http://localhost:16010",
        "rows suggest --json --site conf",
        "completion zsh",
        "plan pin alice=1/1 --no-borrowing -o json",
        "plan unpin -o json",
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
        "status -o yaml | 2 | expected one of [table, wide, json]",
        "mode on | 2 | expected one of [off, observe, enforce, inherit]",
        "status --site /nowhere | 1 | there is no /nowhere",
        "off --file argus.off | 2 | --file argus.off is of the region servers of this host",
        "slo set alice | 2 | Missing required argument",
        "slo set alice --min-ops 5 --p99 3 | 2 | mutually exclusive",
        "slo set alice --min-ops -5 | 1 | the SLO of alice is -5 operations a second: must be",
        "install --hbase-home /nowhere | 1 | /nowhere is no HBase installation",
      })
  void whatCannotBeDoneIsRefusedBeforeAnythingStarts(String words, int code, String message) {
    assertThat(line.execute(words.split(" "))).isEqualTo(code);
    assertThat(err.toString()).contains(message);
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
  @ValueSource(strings = {"readproportion=often", "%PDF-1.7", "{\"readproportion\":1}"})
  void aWorkloadFileOfNonsenseIsNamed(String text, @TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("mine.properties"), text);

    assertThat(line.execute("profile", "run", "--workload", file.toString())).isEqualTo(1);
    assertThat(err.toString()).startsWith("argus: ").contains("mine.properties").hasLineCount(1);
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

  /** The commands below one that help shows, and those below them. */
  private static Stream<CommandLine> shown(CommandLine parent) {
    return parent.getHelp().subcommands().keySet().stream()
        .map(name -> parent.getSubcommands().get(name))
        .flatMap(each -> Stream.concat(Stream.of(each), shown(each)));
  }

  @Test
  void everyCommandIsSummarizedInOneLineThatIsNotCut() {
    assertThat(shown(line)).hasSizeGreaterThan(30);
    shown(line)
        .forEach(
            command -> {
              String[] header = command.getCommandSpec().usageMessage().header();
              assertThat(header).as(command.getCommandSpec().qualifiedName()).hasSize(1);
              assertThat(command.getParent().getUsageMessage().lines())
                  .as(header[0])
                  .anyMatch(
                      text ->
                          text.length() <= 80
                              && text.startsWith("  " + command.getCommandName() + " ")
                              && text.endsWith(" " + header[0]));
            });
  }

  /** A description is a format: with a percent sign alone, a warning is printed in its place. */
  @Test
  void descriptionsOfCommandsAreFormatted() {
    shown(line)
        .flatMap(command -> Stream.of(command.getCommandSpec().usageMessage().description()))
        .forEach(
            text ->
                assertThatCode(() -> String.format(text))
                    .as("%s", text)
                    .doesNotThrowAnyException());
  }

  @Test
  void commandsAreListedByWhatAnOperatorWantsToDo() {
    List<String> lines = line.getUsageMessage().lines().toList();
    assertThat(lines)
        .containsSubsequence(
            "Observe (changes nothing):",
            "  explain     Explain why a tenant is as fast or as slow as it is.",
            "Control:",
            "  mode        Show the mode, or set it on all servers or some.",
            "Set up:",
            "  install     Put Argus into an HBase installation, or take it out.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "help"})
  void withoutACommandHelpIsShown(String words) {
    StringWriter out = new StringWriter();
    line.setOut(new PrintWriter(out, true));
    assertThat(words.isEmpty() ? line.execute() : line.execute(words)).isZero();
    assertThat(out.toString()).contains("Observe (changes nothing):", "argus COMMAND --help");
  }

  @Test
  void aCommandThatIsMisspeltIsSuggested() {
    assertThat(line.execute("statsu")).isEqualTo(2);
    assertThat(err.toString()).contains("Did you mean", "argus status");
  }

  @Test
  void everyCommandThatChangesSomethingCanBeTriedDryAndSaysWhy() {
    List<String> changing =
        List.of(
            "mode",
            "off",
            "on",
            "set",
            "unset",
            "slo set",
            "slo remove",
            "tenant share",
            "tenant cap",
            "tenant rules set",
            "tenant rules remove",
            "tenant class set",
            "tenant class remove",
            "tenant runaway set",
            "tenant runaway remove",
            "plan pin",
            "plan unpin",
            "profile run",
            "profile publish",
            "profile remove");
    for (String words : changing) {
      CommandLine command = line;
      for (String word : words.split(" ")) {
        command = command.getSubcommands().get(word);
      }
      for (String option : List.of("--dry-run", "--reason", "-y")) {
        assertThat(command.getCommandSpec().findOption(option)).as(words + option).isNotNull();
      }
    }
    assertThat(shown(line).filter(each -> each.getCommandSpec().findOption("--dry-run") != null))
        .as("install has it, too")
        .hasSize(changing.size() + 1);
  }

  @Test
  void everyCommandThatReadsAClusterPrintsJson() {
    Set<String> without =
        Set.of(
            "profile",
            "plan",
            "slo",
            "tenant",
            "rules",
            "class",
            "runaway",
            "rows",
            "install",
            "completion",
            "help");
    assertThat(shown(line))
        .filteredOn(command -> !without.contains(command.getCommandName()))
        .allMatch(
            command ->
                command.getCommandSpec().findOption("-o") != null
                    && command.getCommandSpec().findOption("--json") != null);
  }

  @Test
  void everyCommandHasAnExampleThatItUnderstands() {
    for (CommandLine command : shown(line).toList()) {
      String name = command.getCommandName();
      boolean runs = command.getCommand() instanceof Callable;
      if (!runs || List.of("help", "completion").contains(name)) {
        continue;
      }
      List<String> examples =
          Stream.of(command.getCommandSpec().usageMessage().description())
              .filter(text -> text.startsWith("Example: argus "))
              .toList();
      assertThat(examples).as(command.getCommandSpec().qualifiedName()).isNotEmpty();
      for (String example : examples) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(example.substring("Example: argus ".length()));
        while (word.find()) {
          words.add(word.group().replaceAll("[\"']", ""));
        }
        CommandLine.ParseResult parsed = line.parseArgs(words.toArray(new String[0]));
        while (parsed.hasSubcommand()) {
          parsed = parsed.subcommand();
        }
        assertThat(parsed.commandSpec()).as(example).isSameAs(command.getCommandSpec());
      }
    }
  }

  @Test
  void helpAndTheDocumentHaveTheSameExitCodes() throws Exception {
    List<String> rows = new ArrayList<>();
    for (ExitCode each : ExitCode.values()) {
      rows.add("| " + each.code() + " | " + each.meaning() + " |");
    }
    assertThat(Files.readAllLines(Path.of("../docs/commands.md"))).containsSubsequence(rows);
    assertThat(line.getCommandSpec().usageMessage().exitCodeList()).isEqualTo(ExitCode.table());
    assertThat(shown(line)).allMatch(each -> !each.getUsageMessage().contains("Exit codes:"));
    assertThat(line.getUsageMessage()).contains("Exit codes:", "  4   This user may not do that.");
  }

  @Test
  void theShellCompletesWhatThereIs(@TempDir Path directory) throws Exception {
    Path script = directory.resolve("argus-completion");
    String text = AutoComplete.bash("argus", line);
    Files.writeString(script, text);
    assertThat(text).contains("doctor", "tables", "explain", "mode", "unpin", "--span", "what-if");
    assertThat(text).contains("observe", "\"table\" \"wide\" \"json\"");
    Process bash =
        new ProcessBuilder("bash", "-c", "source " + script + " && complete -p argus")
            .redirectErrorStream(true)
            .start();
    assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("_complete_argus");
    assertThat(bash.waitFor()).isZero();
  }
}
