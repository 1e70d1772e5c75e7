package io.argus.cli.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import io.argus.cli.install.HBaseRelease;
import io.argus.cli.output.Output;
import io.argus.core.recorder.RecordFiles;
import io.argus.core.recorder.RecordReader;
import io.argus.core.recorder.RecordedTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** History that masters have recorded, on HDFS or as a copy. Used by one thread. */
public final class RecordedHistory {
  private static final String MARK = "argus-history: ";
  private static final long MINUTE_MILLIS = TimeUnit.MINUTES.toMillis(1);

  @Option(
      names = "--dir",
      paramLabel = "DIRECTORY",
      description = "Read a copy of the recorder's directory. Default: the cluster's, on HDFS.")
  private @Nullable Path directory;

  /** Whether a copy is to be read. */
  public boolean isCopy() {
    return directory != null;
  }

  /**
   * Reads the history.
   *
   * @param cluster whose files they are, unless they are a copy
   * @param toMillis the end, which does not belong to it
   * @param tenant null for all
   * @return as {@link RecordReader#json} returns it, with points as far apart as suits the span
   */
  public String read(ClusterOption cluster, long fromMillis, long toMillis, @Nullable String tenant)
      throws IOException, InterruptedException {
    int step = RecordReader.step((toMillis - fromMillis) / MINUTE_MILLIS);
    if (directory == null) {
      return readHdfs(cluster, fromMillis, toMillis, step, tenant);
    }
    if (!Files.isDirectory(directory)) {
      throw new IOException("--dir is " + directory + ": there is no such directory");
    }
    return new RecordReader(RecordFiles.directory(directory))
        .json(fromMillis, toMillis, step, tenant);
  }

  private static String readHdfs(
      ClusterOption cluster, long fromMillis, long toMillis, int step, @Nullable String tenant)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            Arrays.asList(
                String.valueOf(fromMillis), String.valueOf(toMillis), String.valueOf(step)));
    if (tenant != null) {
      arguments.add(tenant);
    }
    Path log = Files.createTempFile("argus-history", ".log");
    try {
      SiteLocation location = cluster.location();
      HBaseRelease release = HBaseClient.release(location);
      Process program =
          HBaseClient.program(location, release, release.historyProgram(), arguments)
              .redirectError(log.toFile())
              .start();
      try (BufferedReader out =
          new BufferedReader(new InputStreamReader(program.getInputStream(), UTF_8))) {
        String answer = out.readLine();
        if (program.waitFor() == 0 && answer != null) {
          return answer;
        }
      } finally {
        program.destroy();
      }
      throw new IOException("recorded history cannot be read: " + reason(log));
    } finally {
      Files.delete(log);
    }
  }

  /** The line that says why the program failed; the first one if it could not even start. */
  private static String reason(Path log) throws IOException {
    String[] lines = new String(Files.readAllBytes(log), UTF_8).split("\n");
    return Arrays.stream(lines)
        .filter(line -> line.startsWith(MARK))
        .map(line -> line.substring(MARK.length()))
        .findFirst()
        .orElse(lines[0]);
  }

  /** An event of the history, on one line that cannot change the terminal. */
  public static String event(JsonObject event) {
    return Output.time(MasterOption.member(event, "millis").getAsLong())
        + "  "
        + MasterOption.text(event, "kind")
        + ": "
        + MasterOption.text(event, "text");
  }

  /**
   * Reads a time as people write it, in the time zone of this machine, as times are printed.
   *
   * @param option for messages, such as {@code --from}
   * @return milliseconds since the epoch
   */
  public static long millis(String option, String text, long nowMillis) throws IOException {
    try {
      return RecordedTime.millis(option, text, ZoneId.systemDefault(), nowMillis);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
