package io.argus.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that an option asks for beside what is printed.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class OutputFile {
  private OutputFile() {}

  /** Writes it if it was asked for, with the directories above it, so that no long run is lost. */
  public static void write(@Nullable Path file, String text) throws IOException {
    if (file == null) {
      return;
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    Files.writeString(file, text);
  }
}
