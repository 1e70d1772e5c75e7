package io.argus.bench.fault.rolling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the logs of a cluster's servers say against Argus. A line of the log and the lines without a
 * time after it, such as a stack trace, are one complaint.
 *
 * @param errors what Argus logged as an error, and exceptions that were thrown in its classes
 * @param warnings what Argus logged as a warning
 */
record LogComplaints(List<String> errors, List<String> warnings) {
  private static final Pattern LINE =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d),\\d{3} ([A-Z]+) +(.*)");

  /** The class, with its last package, or the message is Argus's. */
  private static final Pattern OF_ARGUS =
      Pattern.compile(
          "\\[.*] (io\\.argus|(hbase2|hbase094|plan|page)\\.\\w+|rpc\\.CallExecutor|\\w+\\.Argus\\w*):"
              + " .*|.*: Argus.*");

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
  private static final String FRAME = "\tat ";
  private static final String OWN_FRAME = "\tat io.argus.";

  /**
   * @param logs directory of the logs of master and region servers, those of ended ones included
   */
  static LogComplaints since(LocalDateTime begin, Path logs) throws IOException {
    LogComplaints found = new LogComplaints(new ArrayList<>(), new ArrayList<>());
    List<Path> files;
    try (Stream<Path> all = Files.list(logs)) {
      files =
          all.filter(file -> file.getFileName().toString().matches("(master|regionserver)\\b.*"))
              .sorted()
              .toList();
    }
    for (Path file : files) {
      try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
        found.addAll(begin, lines.toList());
      } catch (UncheckedIOException e) {
        throw new IOException("cannot read " + file, e);
      }
    }
    return found;
  }

  /** Adds what the lines of a log say since then. */
  void addAll(LocalDateTime begin, List<String> lines) {
    String earliest = TIME.format(begin);
    Matcher entry = LINE.matcher("");
    boolean thrown = false;
    String last = "";
    for (String line : lines) {
      Matcher next = LINE.matcher(line);
      if (next.matches()) {
        add(entry, thrown);
        entry = next.group(1).compareTo(earliest) >= 0 ? next : LINE.matcher("");
        thrown = false;
      } else if (line.startsWith(OWN_FRAME) && !last.startsWith(FRAME)) {
        thrown = true;
      }
      last = line;
    }
    add(entry, thrown);
  }

  /**
   * @param entry a line that matches; or one that does not, which adds nothing
   * @param thrown whether an exception was thrown in a class of Argus
   */
  private void add(Matcher entry, boolean thrown) {
    if (!entry.matches()) {
      return;
    }
    String level = entry.group(2);
    boolean own = OF_ARGUS.matcher(entry.group(3)).matches();
    if (thrown || (own && level.matches("ERROR|FATAL"))) {
      errors.add(entry.group());
    } else if (own && level.equals("WARN")) {
      warnings.add(entry.group());
    }
  }
}
