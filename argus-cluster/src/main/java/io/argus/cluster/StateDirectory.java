package io.argus.cluster;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.core.text.JsonText;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which one cluster keeps everything: configuration, logs, process ids, data.
 *
 * <p>The files below it belong to the process that runs the cluster.
 */
public record StateDirectory(Path root) {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

  public StateDirectory {
    root = root.toAbsolutePath().normalize();
  }

  public Path conf() {
    return root.resolve("conf");
  }

  public Path logs() {
    return root.resolve("logs");
  }

  public Path data() {
    return root.resolve("data");
  }

  /**
   * Moves the logs aside, so that no later cluster overwrites them. Processes that run go on
   * writing them there.
   *
   * @return where they are
   */
  public Path keepLogs(String name) throws IOException {
    return Files.move(logs(), root.resolve("logs-" + name + "-" + System.currentTimeMillis()));
  }

  Path nameNode() {
    return data().resolve("namenode");
  }

  private Path recordFile() {
    return root.resolve("cluster.json");
  }

  /** The cluster that was last started here, null when there was none. */
  @Nullable ClusterRecord load() throws IOException {
    if (!Files.exists(recordFile())) {
      return null;
    }
    try {
      byte[] json = Files.readAllBytes(recordFile());
      return JsonText.read(GSON, json, ClusterRecord.class, recordFile().toString());
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage() + "; delete " + root + " to begin anew", e);
    }
  }

  void save(ClusterRecord record) throws IOException {
    Files.createDirectories(root);
    Path draft = root.resolve("cluster.json.draft");
    Files.writeString(draft, GSON.toJson(record));
    Files.move(draft, recordFile(), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Deletes everything except the logs, if a cluster was started here. */
  void clear() throws IOException {
    if (!Files.exists(recordFile())) {
      return;
    }
    delete(conf());
    delete(data());
    Files.delete(recordFile());
  }

  /**
   * Checks that the directory holds nothing but a cluster's own files.
   *
   * @throws IOException with what else is there and what to do
   */
  void requireOurs() throws IOException {
    for (Path directory : List.of(conf(), data())) {
      if (!Files.exists(recordFile()) && Files.exists(directory)) {
        throw new IOException(
            directory
                + " does not belong to an Argus cluster: delete it, or name another directory with"
                + " ARGUS_STATE_DIR");
      }
    }
  }

  /**
   * Prevents other processes from starting a cluster here. A process locks one cluster at a time.
   *
   * @return closes to unlock
   * @throws IOException if another process has locked the directory
   */
  Closeable lock() throws IOException {
    Files.createDirectories(root);
    Path file = root.resolve("lock");
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        channel.truncate(0);
        channel.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"));
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      return channel; // this process has locked it
    }
    channel.close();
    throw new IOException(
        root
            + " is in use by process "
            + Files.readString(file).trim()
            + ": wait for it, or name another directory with ARGUS_STATE_DIR");
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
