package io.argus.experiments.evidence;

import com.google.gson.Gson;
import io.argus.core.text.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What {@code bin/campaign} has left in a directory.
 *
 * @param commit of the code that was measured, 40 hexadecimal digits
 */
record RecordedCampaign(Path directory, String commit) {
  private static final Gson GSON = new Gson();
  private static final int SHOWN_DIGITS = 8;

  /**
   * @throws IOException if it is not such a directory; the message says so
   */
  static RecordedCampaign open(Path directory) throws IOException {
    Path file = directory.resolve("commit");
    String commit = Files.isRegularFile(file) ? Files.readString(file).trim() : "";
    if (!commit.matches("[0-9a-f]{40}")) {
      throw new IOException(
          "directory is " + directory + "; must be one of bin/campaign, with its commit");
    }
    return new RecordedCampaign(directory, commit);
  }

  /** The commit as documents name it. */
  String shortCommit() {
    return commit.substring(0, SHOWN_DIGITS);
  }

  /** Those that have not ended, or have left no report. */
  List<String> missing(List<String> entries) {
    return entries.stream()
        .filter(entry -> !has(entry + ".ended") || !has(entry + ".json"))
        .toList();
  }

  private boolean has(String file) {
    return Files.exists(directory.resolve(file));
  }

  /** The report of an entry, as its command has written it. */
  <T> T report(String entry, Class<T> type) throws IOException {
    Path file = directory.resolve(entry + ".json");
    return JsonText.read(GSON, Files.readAllBytes(file), type, file.toString());
  }
}
