package io.argus.cli.output;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the exit code of an {@code argus} command says. The same in all of them, and stable. */
public enum ExitCode {
  DONE(0, "Done, and nothing is wrong."),
  FAILED(
      1,
      "Failed or refused. Nothing was changed, unless the connection broke during a change: see"
          + " 'argus settings log' or 'argus plan history'."),
  USAGE(2, "The command line cannot be read."),
  ATTENTION(
      3,
      "Done, but it needs attention: doctor found problems; version found several; an SLO is not met (slo list,"
          + " capacity); a change is stored, and not every server has confirmed it in time; 'profile"
          + " run' has not measured all points yet."),
  DENIED(4, "This user may not do that.");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  /** A sentence or two. */
  public String meaning() {
    return meaning;
  }

  /** The meanings by code, as {@code --help} lists them. */
  public static Map<String, String> table() {
    Map<String, String> table = new LinkedHashMap<>();
    for (ExitCode each : values()) {
      table.put(String.valueOf(each.code), each.meaning);
    }
    return table;
  }
}
