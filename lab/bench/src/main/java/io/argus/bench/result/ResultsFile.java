package io.argus.bench.result;

import com.google.gson.Gson;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The results file of a campaign, JSON lines: first the conditions, then one measurement per line,
 * each on disk before the next one begins.
 *
 * <p>A last line that was cut off is ignored, so its measurement is taken again. Used by one
 * thread.
 */
public final class ResultsFile extends RunLog {
  private static final Gson GSON = new Gson();

  /** Conditions that results files did not hold at first, and what they were then. */
  private static final Map<String, String> UNWRITTEN =
      Map.of("blockCache", "heap", "regionServers", "1");

  private final Path path;

  /** The conditions, until they are written before the first measurement; then null. */
  private @Nullable Map<String, String> header;

  private ResultsFile(Path path) {
    this.path = path;
  }

  private record Header(@Nullable Map<String, String> conditions) {}

  /**
   * Opens the file. A file without measurements is overwritten with the first one.
   *
   * @param conditions must be the same for the measurements in the file to count
   * @throws IOException if the file holds measurements under other conditions, with what differs
   */
  public static ResultsFile open(Path path, Map<String, String> conditions) throws IOException {
    ResultsFile file = new ResultsFile(path);
    String text = Files.exists(path) ? file.text() : "";
    List<String> lines = text.lines().toList();
    Map<String, String> there = lines.isEmpty() ? Map.of() : file.conditions(lines.get(0));
    if (lines.size() < 2) {
      file.header = new TreeMap<>(conditions);
      return file;
    }
    file.requireSame(there, conditions);
    for (String line : lines.subList(1, lines.size())) {
      file.read(line);
    }
    if (!text.endsWith("\n")) {
      file.write("\n");
    }
    return file;
  }

  private String text() throws IOException {
    try {
      return Files.readString(path);
    } catch (CharacterCodingException e) {
      throw notOurs();
    }
  }

  private IOException notOurs() {
    return new IOException(path + " is not the results file of a campaign: name another one");
  }

  private Map<String, String> conditions(String line) throws IOException {
    Map<String, String> there = null;
    try {
      there = json(line, Header.class).conditions();
    } catch (IllegalArgumentException e) {
      // reported below
    }
    if (there == null) {
      throw notOurs();
    }
    return there;
  }

  private static <T> T json(String line, Class<T> type) {
    return JsonText.read(GSON, line.getBytes(StandardCharsets.UTF_8), type, "line");
  }

  private void requireSame(Map<String, String> there, Map<String, String> conditions)
      throws IOException {
    List<String> differences = new ArrayList<>();
    for (Map.Entry<String, String> here : new TreeMap<>(conditions).entrySet()) {
      String other = there.getOrDefault(here.getKey(), UNWRITTEN.get(here.getKey()));
      if (!here.getValue().equals(other)) {
        differences.add(
            here.getKey()
                + " was "
                + Shortened.of(String.valueOf(other))
                + ", is "
                + here.getValue());
      }
    }
    if (!differences.isEmpty()) {
      throw new IOException(
          path
              + " was measured under other conditions ("
              + String.join("; ", differences)
              + "): delete it or name another one with --results");
    }
  }

  private void read(String line) {
    try {
      restore(json(line, MixResult.class));
    } catch (IllegalArgumentException e) {
      // Cut off when the campaign was interrupted, or damaged: it is measured again.
    }
  }

  @Override
  public void append(MixResult run) throws IOException {
    if (header != null) {
      begin(header);
      header = null;
    }
    write(GSON.toJson(run) + "\n");
    super.append(run);
  }

  private void begin(Map<String, String> conditions) throws IOException {
    Files.createDirectories(path.toAbsolutePath().resolveSibling(""));
    Files.deleteIfExists(path);
    write(GSON.toJson(new Header(conditions)) + "\n");
  }

  private void write(String text) throws IOException {
    Files.write(
        path,
        text.getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND,
        StandardOpenOption.SYNC);
  }
}
