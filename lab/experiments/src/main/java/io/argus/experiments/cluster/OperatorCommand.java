package io.argus.experiments.cluster;

import io.argus.cli.Argus;
import java.util.Arrays;

/** Commands that an operator gives to the embedded cluster. Stateless. */
public final class OperatorCommand {
  private OperatorCommand() {}

  /** Runs a command of {@code bin/argus} and returns its exit code. */
  public static int run(String... words) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = "--embedded";
    return Argus.run(all);
  }
}
