package io.argus.cli.observe;

import io.argus.cli.live.RecordedHistory;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that name a span of recorded history. Used by one thread. */
final class RecordedSpan {
  /** When it begins and ends, milliseconds since the epoch. Immutable. */
  static final class Span {
    final long fromMillis;
    final long toMillis;

    private Span(long fromMillis, long toMillis) {
      this.fromMillis = fromMillis;
      this.toMillis = toMillis;
    }
  }

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "Read recorded history from then on: 10:00, 2026-11-24, 2026-11-24T03:10, or so long ago,"
              + " such as 90m, 12h or 30d.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "End of recorded history, which does not belong to it. Default: now.")
  private @Nullable String to;

  @Mixin private RecordedHistory history = new RecordedHistory();

  /** Whether recorded history is asked for. */
  boolean isAsked() {
    return from != null || to != null || history.isCopy();
  }

  RecordedHistory history() {
    return history;
  }

  /**
   * Reads the options.
   *
   * @throws IOException if they name no span that ends after it began
   */
  Span read(long nowMillis) throws IOException {
    if (from == null) {
      throw new IOException("--from is missing: say since when, such as --from 12h");
    }
    long fromMillis = RecordedHistory.millis("--from", from, nowMillis);
    long toMillis = to == null ? nowMillis : RecordedHistory.millis("--to", to, nowMillis);
    if (toMillis <= fromMillis) {
      throw new IOException(
          (to == null ? "--to is now" : "--to is '" + to + "'")
              + ": must be after --from, '"
              + from
              + "'");
    }
    return new Span(fromMillis, toMillis);
  }
}
