package io.argus.cli.text;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Command lines as reports quote them.
 *
 * <p>Thread-safe.
 */
public final class CommandLines {
  private CommandLines() {}

  /** The whole command line of the invocation that the spec belongs to. */
  public static String of(@Nullable CommandSpec spec) {
    List<String> words =
        spec == null ? List.of() : spec.root().commandLine().getParseResult().originalArgs();
    return "bin/argus " + String.join(" ", words);
  }
}
