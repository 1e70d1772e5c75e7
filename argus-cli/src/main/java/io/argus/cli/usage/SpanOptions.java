package io.argus.cli.usage;

import io.argus.cli.live.MasterOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name a span of time, in whole hours. Used by one thread. */
final class SpanOptions {
  private static final Pattern AGO = Pattern.compile("([0-9]{1,5})([hd])");
  private static final Pattern HOUR = Pattern.compile(".*T[0-9]{2}");
  private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);
  private static final DateTimeFormatter PLAIN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm zzz", Locale.ROOT);

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "Begin: a day such as 2026-11-24, an hour such as 2026-11-24T09, or an age such as 12h or"
              + " 30d (default: ${DEFAULT-VALUE}).")
  private String from = "24h";

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "End (exclusive), in the same formats. Default: now.")
  private @Nullable String to;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "Time zone, such as Europe/Berlin or UTC. Default: that of this machine.")
  private String zone = ZoneId.systemDefault().getId();

  /** The time zone of days and of what is printed. */
  public ZoneId zone() {
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw wrong("--zone is '" + zone + "': must be a time zone, such as Europe/Berlin");
    }
  }

  private RuntimeException wrong(String message) {
    CommandSpec command = spec;
    return command == null
        ? new IllegalArgumentException(message)
        : new ParameterException(command.commandLine(), message);
  }

  /**
   * The parameters of a query that ask for the span.
   *
   * @param nowMillis milliseconds since the epoch
   */
  public String query(long nowMillis) {
    long fromMillis = millis("--from", from, nowMillis);
    long toMillis = to == null ? nowMillis : millis("--to", to, nowMillis);
    if (toMillis <= fromMillis) {
      throw wrong("--to is '" + to + "': must be after --from, '" + from + "'");
    }
    return "fromMillis="
        + fromMillis
        + "&toMillis="
        + toMillis
        + "&zone="
        + MasterOption.encoded(zone().getId());
  }

  private long millis(String option, String text, long nowMillis) {
    Matcher ago = AGO.matcher(text);
    if (ago.matches()) {
      long hours = Long.parseLong(ago.group(1)) * (ago.group(2).equals("h") ? 1 : 24);
      return (nowMillis / HOUR_MILLIS - hours) * HOUR_MILLIS;
    }
    try {
      LocalDateTime time =
          text.indexOf('T') < 0
              ? LocalDate.parse(text).atStartOfDay()
              : LocalDateTime.parse(HOUR.matcher(text).matches() ? text + ":00" : text);
      return time.atZone(zone()).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      throw wrong(
          option
              + " is '"
              + text
              + "': must be a day (2026-11-24), an hour (2026-11-24T09) or so long ago (12h, 30d)");
    }
  }

  /** A time as programs read it, without the name of the zone. */
  String plain(long millis) {
    return PLAIN.format(Instant.ofEpochMilli(millis).atZone(zone()));
  }

  /** A time as it is printed. */
  public String text(long millis) {
    return TEXT.format(Instant.ofEpochMilli(millis).atZone(zone()));
  }
}
