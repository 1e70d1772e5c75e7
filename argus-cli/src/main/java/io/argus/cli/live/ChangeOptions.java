package io.argus.cli.live;

import io.argus.core.settings.ChangeRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of every command that changes a cluster. Used by one thread. */
public final class ChangeOptions {
  /** A system property that the launcher sets: whether standard input is a terminal. */
  static final String ASKS = "argus.asks";

  @Option(names = "--dry-run", description = "Show what would change, and change nothing.")
  private boolean dryRun;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why, for 'argus settings log' and 'argus plan history'.")
  private String reason = "";

  @Option(
      names = {"-y", "--yes"},
      description =
          "Do not ask. A change of all servers is only asked for if standard input is a terminal:"
              + " a script is never asked, and needs no -y.")
  private boolean yes;

  /** The option of changes that may end by themselves. Used by one thread. */
  public static final class Lasting {
    @Option(
        names = "--for",
        paramLabel = "TIME",
        converter = Millis.class,
        description =
            "End the change after so long, such as 30m, 4h or 2d: what was in force before counts"
                + " again. The servers end it themselves, also without a master.")
    private long millis;

    /** 0 if the change has no end. */
    public long millis() {
      return millis;
    }
  }

  /** Reads a time such as 4h. Stateless. */
  public static final class Millis implements ITypeConverter<Long> {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,8})([smhd])");

    @Override
    public Long convert(String text) {
      Matcher time = TIME.matcher(text.trim().toLowerCase(Locale.ROOT));
      long millis =
          time.matches() ? unit(time.group(2)).toMillis(Long.parseLong(time.group(1))) : 0;
      if (millis < 1 || millis > ChangeRequest.MAX_MILLIS) {
        throw new TypeConversionException(
            "'" + text + "' must be a time from 1s to 366d, such as 30m or 4h");
      }
      return millis;
    }

    private static TimeUnit unit(String letter) {
      switch (letter) {
        case "s":
          return TimeUnit.SECONDS;
        case "m":
          return TimeUnit.MINUTES;
        case "h":
          return TimeUnit.HOURS;
        default:
          return TimeUnit.DAYS;
      }
    }
  }

  public boolean dryRun() {
    return dryRun;
  }

  /** Empty if the operator gave none. */
  public String reason() {
    return reason.trim();
  }

  /** Connects, and says on standard error which cluster is to be changed. */
  public LiveCluster connect(ClusterOption cluster) throws IOException, InterruptedException {
    SiteLocation location = cluster.location();
    System.err.println(
        "argus: " + (dryRun ? "dry run, nothing changes in " : "changes ") + location);
    return LiveCluster.connect(location);
  }

  /**
   * Asks on a terminal before a change of all servers.
   *
   * @param change what is about to change, one line
   * @throws IOException if the answer is not yes
   */
  public void confirm(String change) throws IOException {
    if (yes || !Boolean.getBoolean(ASKS)) {
      return;
    }
    System.err.print("argus: " + change + ". Go on? [y/N] ");
    System.err.flush();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    String answer = in.readLine();
    if (answer == null || !answer.trim().toLowerCase(Locale.ROOT).matches("y|yes")) {
      throw new IOException("not confirmed, nothing was changed");
    }
  }
}
