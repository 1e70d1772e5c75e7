package io.argus.cli.live;

import picocli.CommandLine.Option;

/** The options of commands that print something about a cluster. */
public final class ReadOptions extends ClusterOption {
  /** How it is printed. The names are what users type. */
  enum Format {
    table,
    wide,
    json
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "table|wide|json",
      description =
          "How to print the answer (default: ${DEFAULT-VALUE}). wide: with every row, and columns for"
              + " experts, where a command leaves some out. json: all of it, for programs.")
  private Format format = Format.table;

  @Option(names = "--json", description = "The same as -o json.")
  private boolean json;

  public boolean json() {
    return json || format == Format.json;
  }

  /** Whether nothing is left out of a table for people. */
  public boolean wide() {
    return format == Format.wide;
  }
}
