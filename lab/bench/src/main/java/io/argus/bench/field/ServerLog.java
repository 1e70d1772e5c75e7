package io.argus.bench.field;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Counts the lines of a server's log. Stateless. */
final class ServerLog {
  /** Numbers of lines. */
  record Lines(long all, long stackFrames) {
    Lines since(Lines before) {
      return new Lines(all - before.all, stackFrames - before.stackFrames);
    }
  }

  private ServerLog() {}

  /** The lines that the file has now. */
  static Lines count(Path file) throws IOException {
    long[] counts = new long[2];
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      lines.forEach(
          line -> {
            counts[0]++;
            counts[1] += line.startsWith("\tat ") ? 1 : 0;
          });
    } catch (UncheckedIOException e) {
      throw new IOException("cannot read " + file, e);
    }
    return new Lines(counts[0], counts[1]);
  }
}
