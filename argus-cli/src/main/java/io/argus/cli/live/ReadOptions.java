package io.argus.cli.live;

import picocli.CommandLine.Option;

/** The options of commands that show something of a cluster. */
public final class ReadOptions extends ClusterOption {
  @Option(names = "--json", description = "Prints JSON instead of text.")
  private boolean json;

  public boolean json() {
    return json;
  }
}
