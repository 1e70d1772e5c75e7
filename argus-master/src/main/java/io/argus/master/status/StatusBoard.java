package io.argus.master.status;

import static java.util.Collections.singletonList;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.recorder.Recorder;
import io.argus.core.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last round and what led to it, for the page, for tools and for the log.
 *
 * <p>Safe for use by any thread.
 */
public final class StatusBoard {
  private static final Logger LOG = LoggerFactory.getLogger(StatusBoard.class);

  private static final Pattern FIGURE = Pattern.compile("(?<![\\w.-])\\d[\\d,]*(\\.\\d+)?");

  /** A status that would be written at a higher rate is not written each round. */
  private static final long MAX_BYTES_PER_MILLI = 100;

  /** A status of that length is written each round. */
  private static final long SHORT_BYTES = 200_000;

  private final ClusterDocuments documents;
  private final History history = new History();
  private final EventLog events = new EventLog();
  private volatile Round last;
  private volatile MasterSetup master = MasterSetup.UNKNOWN;
  private volatile UnaryOperator<String> serverPages = server -> "";
  private volatile boolean authorization;
  private volatile @Nullable Recorder recorder;

  // Of the stored status; used by the thread of the rounds.
  private @Nullable ClusterStatus stored;
  private long storedBytes;

  /**
   * @param settings before the first round
   */
  public StatusBoard(ClusterDocuments documents, Settings settings) {
    this.documents = documents;
    this.last = complete(new Round.Builder(0, settings), Headline.NONE);
  }

  /** Describes the master that runs the rounds. */
  public void runsOn(MasterSetup setup) {
    master = setup;
  }

  /**
   * Tells where the web UIs of region servers are.
   *
   * @param pages address by server, empty if it is not known
   */
  public void serverPages(UnaryOperator<String> pages) {
    serverPages = pages;
  }

  private String pageOf(String server) {
    try {
      return serverPages.apply(server);
    } catch (RuntimeException e) {
      LOG.debug("The web UI of {} is not known", server, e);
      return "";
    }
  }

  /** Notes in each status from now on that tools must ask the master for changes. */
  public void authorizes() {
    authorization = true;
  }

  /**
   * Completes a round: stores its status, adds it to the history and logs problems that are new.
   * Called by one thread at a time.
   */
  public Round publish(Round.Builder parts) {
    ClusterStatus before = last.status();
    Round now = complete(parts, before.headline());
    try {
      store(now.status());
    } catch (IOException | RuntimeException e) {
      List<String> problem = singletonList("the status cannot be written: " + e);
      now = complete(parts.problems(problem), before.headline());
    }
    news(before.problems(), now.status().problems()).forEach(problem -> LOG.warn("{}", problem));
    history.add(now.status());
    record(before, now, events.add(before, now.status()));
    last = now;
    return now;
  }

  private void record(ClusterStatus before, Round now, List<EventLog.Event> news) {
    Recorder target = recorder;
    if (target == null) {
      return;
    }
    if (before.writtenMillis() == 0) {
      target.note(now.takenMillis(), "master", master.server() + " is the active master", "");
    }
    for (EventLog.Event event : news) {
      target.note(
          event.millis,
          event.kind.name().toLowerCase(Locale.ROOT),
          event.text,
          event.kind == EventLog.Kind.PLAN ? plan(now) : "");
    }
  }

  /** The plan in force as the history of plans has it: large ones without single servers. */
  private static String plan(Round now) {
    return now.plans()
        .version(now.status().planVersion())
        .map(plan -> new String(WireFormat.write(plan), StandardCharsets.UTF_8))
        .orElse("");
  }

  /** Records history and events from now on. */
  public void recordIn(Recorder target) {
    recorder = target;
    history.recordIn(target);
  }

  private Round complete(Round.Builder parts, Headline before) {
    return new Round(
        parts, round -> new ClusterStatus(round, master, this::pageOf, authorization, before));
  }

  /**
   * The problems that differ from all before by more than digits: measured figures differ each
   * round.
   */
  static List<String> news(List<String> before, List<String> now) {
    Set<String> known = before.stream().map(StatusBoard::withoutFigures).collect(toSet());
    return now.stream().filter(each -> !known.contains(withoutFigures(each))).collect(toList());
  }

  private static String withoutFigures(String problem) {
    return FIGURE.matcher(problem).replaceAll("#");
  }

  /** A long status is stored less often, but at once if there is a new plan or setting. */
  private void store(ClusterStatus now) throws IOException {
    ClusterStatus before = stored;
    long sinceMillis = before == null ? 0 : now.writtenMillis() - before.writtenMillis();
    boolean enough =
        before != null
            && sinceMillis >= 0
            && storedBytes > SHORT_BYTES
            && sinceMillis * MAX_BYTES_PER_MILLI < storedBytes
            && now.planVersion() == before.planVersion()
            && now.settingsVersion() == before.settingsVersion();
    if (!enough) {
      byte[] bytes = now.toStore();
      documents.write(ClusterDocuments.STATUS, bytes);
      stored = now;
      storedBytes = bytes.length;
    }
  }

  /** The last round; one without any figures before the first. */
  public Round last() {
    return last;
  }

  public History history() {
    return history;
  }

  public EventLog events() {
    return events;
  }
}
