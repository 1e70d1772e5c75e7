package io.argus.cli.output;

import io.argus.bench.run.RunProgress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prints how a campaign gets on: a line per step, and the present rates on a line that is
 * overwritten where a person watches.
 *
 * <p>Thread-safe.
 */
public final class TerminalProgress implements RunProgress {
  private static final String CLEAR_LINE = "\r\033[K";

  private final PrintStream out;
  private final boolean live;
  private final Map<String, String> rates = new TreeMap<>();

  /**
   * @param live whether a person watches
   */
  public TerminalProgress(PrintStream out, boolean live) {
    this.out = out;
    this.live = live;
  }

  @Override
  public synchronized void step(String what, Duration left) {
    rates.clear();
    line(
        String.format(
            Locale.ROOT, "[%2d:%02d left] %s", left.toMinutes(), left.toSecondsPart(), what));
  }

  @Override
  public synchronized void second(String tenant, int second, long ops, long errors) {
    if (!live) {
      return;
    }
    String failures = errors == 0 ? "" : String.format(Locale.ROOT, " (%,d errors)", errors);
    rates.put(tenant, String.format(Locale.ROOT, "%s %,d/s%s", tenant, ops, failures));
    out.print(CLEAR_LINE + "    " + second + " s  " + String.join("   ", rates.values()));
    out.flush();
  }

  @Override
  public synchronized void measured(String what) {
    line("    " + what);
  }

  private void line(String text) {
    out.println((live ? CLEAR_LINE : "") + text);
  }
}
