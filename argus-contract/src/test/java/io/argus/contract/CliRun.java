package io.argus.contract;

import io.argus.cli.Argus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.ToIntFunction;

/** One run of a command: its exit code and what it printed. */
public record CliRun(int exitCode, String out, String err) {

  /** Runs a command of {@code argus} in this process. */
  public static CliRun of(String... arguments) {
    return of(Argus::run, arguments);
  }

  /** Runs a command line in this process, one at a time, as it borrows standard output. */
  public static synchronized CliRun of(ToIntFunction<String[]> command, String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream complained = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
      int exitCode = command.applyAsInt(arguments);
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
