package io.argus.cli.output;

import static java.util.stream.Collectors.joining;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.core.page.ArgusPage;
import io.argus.core.text.Shortened;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How every command formats what it prints. Stateless; safe for use by any thread. */
public final class Output {
  private static final Gson GSON =
      new GsonBuilder()
          .setPrettyPrinting()
          .disableHtmlEscaping()
          .serializeSpecialFloatingPointValues()
          .create();

  /** Columns that what people read fits in, unless they ask for more. */
  public static final int WIDTH = 120;

  private static final int MAX_NAMES = 3;

  /** As many words as a line has room for; of a longer word, a part. */
  private static final Pattern LINE =
      Pattern.compile("\\S.{0," + (WIDTH - 1) + "}(?!\\S)|\\S{1," + WIDTH + "}");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss zzz", Locale.ROOT);

  private Output() {}

  /** Prints what servers, or names, may have a part in: it cannot change the terminal. */
  public static void line(String text) {
    System.out.println(Shortened.onOneLine(text));
  }

  /** A point in time, to the second, in the time zone of this machine, with the zone's name. */
  public static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault()));
  }

  /** The name of a region server as host:port, of host, port and start code. */
  public static String server(String name) {
    String[] parts = name.split(",", -1);
    return parts.length < 2 ? name : parts[0] + ":" + parts[1];
  }

  /** What stands for those that a text leaves out, such as "and 297 more servers". */
  public static String more(int leftOut, String what) {
    return String.format(Locale.ROOT, "and %,d more %s", leftOut, what);
  }

  /**
   * The first names of some, and how many there are beyond them.
   *
   * @param names such as those of region servers, which are shortened
   */
  public static String some(Collection<String> names) {
    String first = names.stream().limit(MAX_NAMES).map(Output::brief).collect(joining(", "));
    int others = names.size() - MAX_NAMES;
    return others > 0 ? first + String.format(Locale.ROOT, ", and %,d more", others) : first;
  }

  /** The name of a region server as host:port, with the first part of the host's name only. */
  private static String brief(String name) {
    String server = server(name);
    return server.equals(name)
        ? name
        : server.replaceFirst("^([^.:]*[^.:0-9][^.:]*)\\.[^:]*:", "$1:");
  }

  /** A line that is cut where a terminal of {@value #WIDTH} columns ends. */
  public static String cut(String line) {
    return cut(line, WIDTH);
  }

  /** A line with at most so many characters. */
  public static String cut(String line, int width) {
    return line.length() <= width ? line : line.substring(0, Math.max(0, width - 3)) + "...";
  }

  /** The lines of a text on a terminal of {@value #WIDTH} columns; none of an empty one. */
  public static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    Matcher line = LINE.matcher(text);
    while (line.find()) {
      lines.add(line.group());
    }
    return lines;
  }

  /** A JSON object that has only the version of the documents in docs/json.md so far. */
  public static Map<String, Object> document() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("version", ArgusPage.JSON_VERSION);
    return document;
  }

  public static String json(Object document) {
    return GSON.toJson(document);
  }

  /** Writes a file that an option asks for, and the directories above it; nothing for null. */
  public static void write(@Nullable Path file, String text) throws IOException {
    if (file == null) {
      return;
    }
    Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
