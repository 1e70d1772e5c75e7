package io.argus.cluster.disk;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs a system command to its end. */
final class Command {
  private Command() {}

  /** Returns the trimmed standard output of a command with short output; throws when it fails. */
  static String run(String... words) throws IOException {
    Process process = new ProcessBuilder(List.of(words)).start();
    process.getOutputStream().close();
    String output = text(process.getInputStream());
    String complaint = text(process.getErrorStream());
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", words) + " failed: " + output + complaint);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(String.join(" ", words) + " was interrupted");
    }
    return output;
  }

  private static String text(InputStream stream) throws IOException {
    return new String(stream.readAllBytes(), StandardCharsets.UTF_8).trim();
  }

  /** Whether the command succeeds; false also when it does not exist. */
  static boolean succeeds(String... words) {
    try {
      run(words);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
