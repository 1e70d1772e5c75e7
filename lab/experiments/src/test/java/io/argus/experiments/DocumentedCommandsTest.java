package io.argus.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.Argus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParseResult;

/** The commands and options that documents name are those that the parsers know. */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  private static final Pattern BLOCK =
      Pattern.compile("(?:\\$ )?(?:[A-Z_]+=\\S+ )*bin/(argus(?:-bench)?)( [^#>]*)?(?:[#>].*)?");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern MENTION = Pattern.compile("(?:bin/)?(argus(?:-bench)?)( .*)?");
  private static final Pattern OPTION = Pattern.compile("(--[a-z][a-z0-9-]*).*");

  /** Of javac. */
  private static final String FOREIGN_OPTION = "--release";

  /** Workload mixes are what {@code argus-bench} takes without a subcommand. */
  private static final Pattern MIX = Pattern.compile("[a-z]+[0-9].*|MIX");

  private static final CommandLine ARGUS = collectingErrors(Argus.commandLine());
  private static final CommandLine ARGUS_BENCH = collectingErrors(ArgusBench.commandLine());

  private static CommandLine collectingErrors(CommandLine line) {
    line.getCommandSpec().parser().collectErrors(true);
    line.getSubcommands().values().forEach(DocumentedCommandsTest::collectingErrors);
    return line;
  }

  private static List<String> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(
              Stream.of(
                  "README.md",
                  "CONTRIBUTING.md",
                  "SECURITY.md",
                  "argus-dist/src/README.md",
                  "lab/README.md",
                  "lab/method.md",
                  "lab/faults.md"),
              docs.map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
                  .filter(file -> file.endsWith(".md")))
          .sorted()
          .toList();
    }
  }

  @Test
  void everyCommandThatADocumentNamesIsUnderstood() throws IOException {
    List<String> wrong = new ArrayList<>();
    int commands = 0;
    for (String document : documents()) {
      boolean block = false;
      int number = 0;
      for (String line : Files.readAllLines(ROOT.resolve(document))) {
        number++;
        if (line.startsWith("```")) {
          block = !block;
        }
        for (String problem : block ? problemsOfBlock(line) : problemsOfText(line)) {
          wrong.add(document + ":" + number + ": " + problem);
        }
        commands += block && BLOCK.matcher(line).matches() ? 1 : 0;
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(commands).isGreaterThan(80);
  }

  private static List<String> problemsOfBlock(String line) {
    Matcher command = BLOCK.matcher(line);
    return command.matches() ? problems(command, true) : List.of();
  }

  private static List<String> problemsOfText(String line) {
    List<String> problems = new ArrayList<>();
    Matcher code = CODE.matcher(line.replace("\\|", "|"));
    while (code.find()) {
      Matcher command = MENTION.matcher(code.group(1));
      Matcher option = OPTION.matcher(code.group(1));
      if (command.matches()) {
        problems.addAll(problems(command, false));
      } else if (option.matches() && !options().contains(option.group(1))) {
        problems.add(option.group(1) + " is an option of no command");
      }
    }
    return problems;
  }

  private static Set<String> options() {
    Set<String> options = new TreeSet<>();
    addOptions(ARGUS, options);
    addOptions(ARGUS_BENCH, options);
    options.add(FOREIGN_OPTION);
    return options;
  }

  private static void addOptions(CommandLine line, Set<String> options) {
    options.addAll(line.getCommandSpec().optionsMap().keySet());
    line.getSubcommands().values().forEach(each -> addOptions(each, options));
  }

  /**
   * @param whole whether nothing that the command needs may be missing
   */
  private static List<String> problems(Matcher command, boolean whole) {
    String program = command.group(1);
    List<List<String>> alternatives = new ArrayList<>(List.of(List.of()));
    for (String word : words(command.group(2))) {
      alternatives =
          alternatives.stream()
              .flatMap(before -> Arrays.stream(word.split("\\|")).map(each -> with(before, each)))
              .toList();
    }
    return alternatives.stream()
        .flatMap(
            words ->
                problems(program, words, whole)
                    .map(each -> program + " " + String.join(" ", words) + ": " + each))
        .toList();
  }

  /** Without marks of what may be left out or repeated; a number where one has to be. */
  private static List<String> words(String text) {
    return text == null
        ? List.of()
        : Arrays.stream(text.replace("'", "").trim().split("\\s+"))
            .filter(word -> !word.isEmpty() && !word.startsWith("[") && !word.equals("..."))
            .map(word -> word.equals("N") || word.equals("A") ? "1" : word.replace("...", ""))
            .toList();
  }

  private static List<String> with(List<String> words, String word) {
    List<String> more = new ArrayList<>(words);
    more.add(word);
    return more;
  }

  private static Stream<String> problems(String program, List<String> words, boolean whole) {
    boolean handedOn = !words.isEmpty() && words.get(0).equals("demo");
    CommandLine parser = program.equals("argus") && !handedOn ? ARGUS : ARGUS_BENCH;
    ParseResult parsed = parser.parseArgs(words.toArray(String[]::new));
    List<String> problems = new ArrayList<>();
    for (ParseResult each = parsed; each != null; each = each.subcommand()) {
      each.errors().stream()
          .filter(error -> whole || !(error instanceof MissingParameterException))
          .limit(1)
          .map(Exception::getMessage)
          .forEach(problems::add);
    }
    if (parser == ARGUS_BENCH && !parsed.hasSubcommand()) {
      parsed.matchedPositionals().stream()
          .flatMap(mixes -> mixes.stringValues().stream())
          .filter(mix -> !MIX.matcher(mix).matches())
          .map(mix -> mix + " is neither a command nor a workload mix")
          .forEach(problems::add);
    }
    return problems.stream();
  }

  @Test
  void whatNoParserKnowsIsFound() {
    assertThat(problemsOfBlock("bin/argus plan frob  # no such command")).hasSize(1);
    assertThat(problemsOfBlock("bin/argus slo set alice")).hasSize(1);
    assertThat(problemsOfBlock("bin/argus slo set alice --min-ops 5 > out.txt")).isEmpty();
    assertThat(problemsOfBlock("bin/argus-bench frob --repeat 3")).hasSize(1);
    assertThat(problemsOfBlock("argus   tenanta  exhot50   output, no command")).isEmpty();
    assertThat(problemsOfText("Ask `argus explain`, or `argus explain --frob`.")).hasSize(1);
    assertThat(problemsOfText("`argus completion bash\\|zsh`, `argus completion fish\\|zsh`"))
        .hasSize(1);
    assertThat(problemsOfText("`argus why TENANT`: now `argus explain TENANT`")).hasSize(1);
    assertThat(problemsOfText("`--moves N`, `--frob`")).hasSize(1);
  }
}
