package io.argus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * One word for each idea, the one that docs/glossary.md defines, in code, comments and texts alike.
 * Only words of our own making are banned, never ordinary ones of the field. Identifiers are read
 * word by word. What may stay is in words-allowed.txt, with a reason.
 */
class WordsTest {
  private static final String ALLOWED = "argus-hbase-2/src/test/resources/words-allowed.txt";
  private static final Set<String> TEXT =
      Set.of("java", "md", "js", "css", "html", "yaml", "yml", "json", "properties", "sh", "xml");

  private static final List<Banned> BANNED =
      List.of(
          new Banned("slow tenants?|own accord", "demand-limited"),
          new Banned("baselines?", "isolated throughput"),
          new Banned("violations?|slowdowns?", "throughput loss"),
          new Banned("(?<!await )promis(e|es|ed|ing)", "SLO"),
          new Banned("interferences?", "contention"),
          new Banned("held up by|most crowded( server)?", "bottleneck server"),
          new Banned("reuse curves?", "miss-ratio curve"),
          new Banned("processors?(?! ?paths?)", "CPU, or cores where they are counted"),
          new Banned("mend(s|ed|ing)?", "fix"),
          new Banned("turns? at (the )?HDFS|HDFS turns?|gates?|gated", "I/O admission"),
          new Banned("HDFS slots?", "I/O concurrency limit"),
          new Banned("parked|park ratio|may park", "blocked on I/O"),
          new Banned("lends?|lent|lending|lender", "borrowing"),
          new Banned("claims?|claimed", "guaranteed share"),
          new Banned("read prices?|prices? of (a )?(bytes?|reads?)", "I/O cost factor"),
          new Banned("by turns", "interleaved"),
          new Banned("stolen", "CPU steal"),
          new Banned(
              "begun requests?|(requests?|those) that ha(s|ve) begun|queue begun", "in flight"),
          new Banned("(?-i:INACTIVE)", "disabled, unsupported or failed"),
          new Banned("(?-i:(?<!-)D\\*(?!\\*))", "best pinned D"),
          new Banned("system tenants?|hbase\\.system", "system tables"),
          new Banned("argus\\.(hdfs|parked)\\.[a-z.]+", "a key of conf/argus-settings.md"),
          new Banned("argus\\.planner\\.(free|equal)\\.[a-z]+", "a key of conf/argus-settings.md"));

  private record Banned(Pattern pattern, String instead) {
    Banned(String words, String instead) {
      this(
          Pattern.compile(
              "(?<![\\p{L}\\p{N}])(?:" + words + ")(?![\\p{L}\\p{N}])", Pattern.CASE_INSENSITIVE),
          instead);
    }
  }

  /** {@code word | files | text of the line | reason}; files and text are regular expressions. */
  private record Allowed(String entry, String word, Pattern files, Pattern text, String reason) {
    static Allowed parse(String entry) {
      String[] parts = entry.split(" \\| ", 4);
      assertThat(parts).as("%s: needs word | files | text | reason", entry).hasSize(4);
      return new Allowed(
          entry,
          parts[0].trim(),
          Pattern.compile(parts[1].trim()),
          Pattern.compile(parts[2].trim()),
          parts[3].trim());
    }

    boolean covers(Found found) {
      return (word.equals("*") || found.word().equalsIgnoreCase(word))
          && files.matcher(found.file()).matches()
          && text.matcher(found.line()).find();
    }
  }

  private record Found(String file, int number, String line, String word, String instead) {
    @Override
    public String toString() {
      return file + ":" + number + ": '" + word + "': say " + instead;
    }
  }

  @Test
  void everyIdeaHasOneWord() throws IOException {
    List<Allowed> allowed =
        Repository.text(ALLOWED)
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(Allowed::parse)
            .toList();
    List<Found> found = new ArrayList<>();
    for (String file : Repository.files()) {
      if (isText(file) && !file.equals(ALLOWED)) {
        find(file, Repository.text(file), found);
      }
    }
    List<Found> wrong =
        found.stream()
            .filter(each -> allowed.stream().noneMatch(entry -> entry.covers(each)))
            .toList();
    assertThat(wrong)
        .as("words that docs/glossary.md does not know; exceptions, with a reason, in %s", ALLOWED)
        .isEmpty();
    assertThat(allowed)
        .as("exceptions that nothing needs any more")
        .allMatch(entry -> found.stream().anyMatch(entry::covers));
    assertThat(allowed).allMatch(entry -> entry.reason().length() > 10);
  }

  private static boolean isText(String file) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    return file.startsWith("bin/")
        || file.startsWith(".ci/")
        || TEXT.contains(name.substring(name.lastIndexOf('.') + 1));
  }

  /** Sees words of two that a line break divides: the last word of the line before comes first. */
  private static void find(String file, String text, List<Found> found) {
    String before = "";
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      String words = words(line);
      String both = before + " " + words;
      for (Banned banned : BANNED) {
        Matcher matcher = banned.pattern().matcher(both);
        while (matcher.find()) {
          if (matcher.end() > before.length()) {
            found.add(new Found(file, number, line, matcher.group(), banned.instead()));
          }
        }
      }
      before = words.substring(words.lastIndexOf(' ') + 1);
    }
  }

  /** The line without marks of comments and strings at its ends, identifiers cut into words. */
  private static String words(String line) {
    return line.replaceFirst("^[\\s*/+\"#>]+(?=[\\p{L}\\p{N}`{<(])", "")
        .replaceFirst("[\\s+\"]+$", "")
        .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ")
        .replace('_', ' ');
  }

  @Test
  void identifiersAreReadWordByWord() {
    List<Found> found = new ArrayList<>();
    find("X.java", "hdfsGateWait = MAX_BASELINE; delegate(aggregate)", found);
    find("X.java", "   * the throughput\n   * violation of a slow\n   * tenant", found);
    find("X.java", "\"throughput\"\n + \" violation\"", found);
    assertThat(found)
        .extracting(Found::word)
        .containsExactly("BASELINE", "Gate", "violation", "slow tenant", "violation");
  }
}
