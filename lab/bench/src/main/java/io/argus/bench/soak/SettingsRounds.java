package io.argus.bench.soak;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An operator who changes plan, SLOs and live settings, one command after the other, and takes all
 * of it back at the end of each round.
 *
 * <p>Safe for use by any thread.
 */
final class SettingsRounds {
  private static final String FIRST = "resident0";
  private static final String SECOND = "resident1";

  private static final List<List<String>> ROUND =
      List.of(
          List.of("set", "argus.alpha=0.3"),
          List.of("plan", "pin", FIRST + "=0.6/0.5", SECOND + "=0.4/0.5"),
          List.of("slo", "set", FIRST, "--min-ops", "20"),
          List.of("plan", "unpin"),
          List.of("set", "argus.mode=observe"),
          List.of("set", "argus.mode=enforce", "argus.planner.period=5000"),
          List.of("slo", "remove", FIRST),
          List.of("unset", "argus.alpha", "argus.mode", "argus.planner.period"));

  private final Operator operator;
  private final long pauseMillis;
  private final AtomicLong commands = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();

  SettingsRounds(Operator operator, long pauseMillis) {
    this.operator = operator;
    this.pauseMillis = pauseMillis;
  }

  /** The next command. */
  void once() throws IOException, InterruptedException {
    int step = (int) (commands.getAndIncrement() % ROUND.size());
    if (operator.run(ROUND.get(step)) != 0) {
      refused.incrementAndGet();
    }
    Thread.sleep(pauseMillis);
  }

  long commands() {
    return commands.get();
  }

  /** Commands that did not end well. */
  long refused() {
    return refused.get();
  }
}
