package io.argus.contract;

import io.argus.cli.Argus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** One run of the {@code argus} command: its exit code and what it printed. */
public record CliRun(int exitCode, String out, String err) {

  /** Runs the command's own code in this process. One at a time, as it borrows standard output. */
  public static synchronized CliRun of(String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream complained = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
      int exitCode = Argus.run(arguments);
      System.out.flush();
      System.err.flush();
      return new CliRun(
          exitCode,
          printed.toString(StandardCharsets.UTF_8),
          complained.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
