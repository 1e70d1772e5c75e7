package io.argus.bench.cluster;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which one cluster keeps everything: configuration, logs, process ids, data.
 *
 * <p>Immutable; the files below it belong to whoever runs the cluster.
 */
public record StateDirectory(Path root) {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

  public StateDirectory {
    root = root.toAbsolutePath().normalize();
  }

  /** {@code $ARGUS_STATE_DIR}, or {@code .argus} below the repository root. */
  public static StateDirectory standard(Path repository) {
    String chosen = System.getenv("ARGUS_STATE_DIR");
    return new StateDirectory(
        chosen == null || chosen.isEmpty() ? repository.resolve(".argus") : Path.of(chosen));
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

  Path nameNode() {
    return data().resolve("namenode");
  }

  Path pidFile(String process) {
    return root.resolve("pids").resolve(process + ".pid");
  }

  private Path recordFile() {
    return root.resolve("cluster.json");
  }

  /** What was last started here, null when nothing was. */
  @Nullable ClusterRecord load() throws IOException {
    if (!Files.exists(recordFile())) {
      return null;
    }
    return GSON.fromJson(Files.readString(recordFile()), ClusterRecord.class);
  }

  void save(ClusterRecord record) throws IOException {
    Files.createDirectories(root);
    Path draft = root.resolve("cluster.json.draft");
    Files.writeString(draft, GSON.toJson(record));
    Files.move(draft, recordFile(), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Deletes everything but the logs. */
  void clear() throws IOException {
    Files.deleteIfExists(recordFile());
    delete(root.resolve("pids"));
    delete(conf());
    delete(data());
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException failure)
              throws IOException {
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
