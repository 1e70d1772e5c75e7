package io.argus.profiler.campaign;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The results file of a campaign, JSON lines: first the workload and its conditions, then one
 * measurement per line, each on disk before the next one begins.
 *
 * <p>Appending drops a last line that was cut off. Used by one thread.
 */
public final class ResultsFile {
  private static final int FORMAT = 1;
  private static final Gson GSON = new Gson();

  private final Path path;

  public ResultsFile(Path path) {
    this.path = path;
  }

  public Path path() {
    return path;
  }

  /** The content of a file. Immutable. */
  public static final class Contents {
    private final Workload workload;
    private final Conditions conditions;
    private final List<Measurement> measurements;
    private final List<String> problems;

    private Contents(Header header, List<Measurement> measurements, List<String> problems) {
      this.workload = header.workload;
      this.conditions = header.conditions;
      this.measurements = Collections.unmodifiableList(measurements);
      this.problems = Collections.unmodifiableList(problems);
    }

    public Workload workload() {
      return workload;
    }

    public Conditions conditions() {
      return conditions;
    }

    public List<Measurement> measurements() {
      return measurements;
    }

    /** One sentence per line that cannot be used. */
    public List<String> problems() {
      return problems;
    }
  }

  @SuppressWarnings("UnusedVariable") // Some fields are only in the JSON.
  private static final class Header {
    private final int format = FORMAT;
    private final Workload workload;
    private final String fingerprint;
    private final Conditions conditions;

    Header(Workload workload, Conditions conditions) {
      this.workload = workload;
      this.fingerprint = workload.fingerprint();
      this.conditions = conditions;
    }
  }

  /**
   * Reads the file, empty if there is none.
   *
   * @throws IOException if it is not the file of a campaign
   */
  public Optional<Contents> read() throws IOException {
    if (!Files.exists(path) || Files.size(path) == 0) {
      return Optional.empty();
    }
    List<String> lines = lines();
    Header header = header(lines.get(0));
    List<Measurement> measurements = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      try {
        JsonElement line = tree(lines.get(i));
        measurements.add(JsonText.read(GSON, line, Measurement.class, "the line").requireSound());
      } catch (IllegalArgumentException e) {
        problems.add(path + " line " + (i + 1) + " is left out: " + e.getMessage());
      }
    }
    return Optional.of(new Contents(header, measurements, problems));
  }

  private List<String> lines() throws IOException {
    try {
      return Files.readAllLines(path, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw new IOException(path + " is not the results file of a profile: it is no text", e);
    }
  }

  private static JsonElement tree(String line) {
    return JsonText.tree(line.getBytes(StandardCharsets.UTF_8), "the line");
  }

  private Header header(String line) throws IOException {
    try {
      JsonElement json = tree(line);
      JsonObject object = json.isJsonObject() ? json.getAsJsonObject() : new JsonObject();
      JsonElement format = object.get("format");
      if (format == null || format.getAsInt() != FORMAT) {
        throw new IOException(path + " is not the results file of a profile in format " + FORMAT);
      }
      Header header = JsonText.read(GSON, object, Header.class, "its first line");
      if (header.workload == null || header.conditions == null) {
        throw new IllegalArgumentException("its first line lacks workload or conditions");
      }
      return new Header(header.workload.checked(), header.conditions.checked());
    } catch (RuntimeException e) {
      throw new IOException(
          path
              + " is not the results file of a profile: "
              + Shortened.of(String.valueOf(e.getMessage())),
          e);
    }
  }

  public void create(Workload workload, Conditions conditions) throws IOException {
    Files.createDirectories(path.toAbsolutePath().resolveSibling(""));
    append(GSON.toJson(new Header(workload, conditions)));
  }

  /** Adds a measurement; it is on disk when this returns. */
  public void append(Measurement measurement) throws IOException {
    append(GSON.toJson(measurement.requireSound()));
  }

  private void append(String line) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
      file.position(endOfLastLine(file));
      ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.truncate(file.position());
      file.force(true);
    }
  }

  private static long endOfLastLine(FileChannel file) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(1);
    for (long end = file.size(); end > 0; end--) {
      one.clear();
      file.read(one, end - 1);
      if (one.get(0) == '\n') {
        return end;
      }
    }
    return 0;
  }
}
