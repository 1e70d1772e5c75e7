package io.argus.cli.output;

import static io.argus.core.text.Text.format;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prints the progress of a campaign to standard error: a line per step. On a terminal it also shows
 * the current rates, on a line that it overwrites every second.
 *
 * <p>Thread-safe.
 */
public class TerminalProgress {
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintStream out = System.err;
  private final boolean onTerminal = Boolean.getBoolean("argus.terminal");
  private final Map<String, String> rates = new TreeMap<>();

  /** A step begins; {@code left} is the time for it and all later steps. */
  public synchronized void step(String what, Duration left) {
    rates.clear();
    line(format("[%2d:%02d left] %s", left.toMinutes(), left.toMillis() / 1000 % 60, what));
  }

  /** A client completed operations in the second that just ended. */
  public synchronized void second(String tenant, int second, long ops, long errors) {
    if (!onTerminal) {
      return;
    }
    String failures = errors == 0 ? "" : format(" (%,d errors)", errors);
    rates.put(tenant, format("%s %,d/s%s", tenant, ops, failures));
    out.print(CLEAR_LINE + "    " + second + " s  " + String.join("   ", rates.values()));
    out.flush();
  }

  /** Something worth a line was measured. */
  public synchronized void measured(String what) {
    line("    " + what);
  }

  private void line(String text) {
    out.println((onTerminal ? CLEAR_LINE : "") + text);
  }
}
