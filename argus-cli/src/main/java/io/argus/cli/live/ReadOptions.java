package io.argus.cli.live;

import picocli.CommandLine.Option;

/** The options of commands that print something about a cluster. */
public final class ReadOptions extends ClusterOption {
  /** How it is printed. The names are what users type. */
  enum Format {
    table,
    json
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "table|json",
      description = "How to print the answer (default: ${DEFAULT-VALUE}).")
  private Format format = Format.table;

  @Option(names = "--json", description = "The same as -o json.")
  private boolean json;

  public boolean json() {
    return json || format == Format.json;
  }
}
