package io.argus.master.status;

import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.PlannerSign;
import io.argus.core.settings.Settings;
import io.argus.master.regions.Region;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The results of the last round, for the page, for tools and for the log.
 *
 * <p>Safe for use by any thread.
 */
public final class StatusBoard {
  private static final Logger LOG = LoggerFactory.getLogger(StatusBoard.class);

  private static final Pattern FIGURE = Pattern.compile("(?<![\\w.-])\\d[\\d,]*(\\.\\d+)?");

  /** A status that would be written at a higher rate is not written each round. */
  private static final long MOST_BYTES_PER_MILLI = 100;

  /** A status of that length is written each round. */
  private static final long SHORT_BYTES = 200_000;

  private final ClusterDocuments documents;
  private final History history = new History();
  private final EventLog events = new EventLog();
  private volatile ClusterSnapshot snapshot;
  private volatile ClusterStatus status;
  private volatile MasterSetup master = MasterSetup.UNKNOWN;
  private volatile UnaryOperator<String> serverPages = server -> "";
  private volatile boolean authorization;
  private volatile Supplier<List<String>> furtherProblems = Collections::emptyList;
  private volatile List<Region> regions = Collections.emptyList();
  private volatile Supplier<TableOwners> tables = () -> TableOwners.NONE;
  private volatile PlannerSign sign = new PlannerSign(0, 1, 1, 1);

  // Of the stored status; used by the thread of the rounds.
  private @Nullable ClusterStatus stored;
  private long storedBytes;

  /**
   * @param settings for the status before the first round
   */
  public StatusBoard(ClusterDocuments documents, Settings settings) {
    this.documents = documents;
    this.snapshot = ClusterSnapshot.before(settings);
    this.status = new ClusterStatus(snapshot, master, this::pageOf, false, Collections.emptyList());
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

  /**
   * Adds problems that others have to each status from now on.
   *
   * @param problems one sentence each
   */
  public void furtherProblems(Supplier<List<String>> problems) {
    furtherProblems = problems;
  }

  /** Notes in each status from now on that tools must ask the master for changes. */
  public void authorizes() {
    authorization = true;
  }

  /**
   * Writes the sign of life of a round, with the periods of reports.
   *
   * @param problems one sentence each; one is added if it cannot be written
   */
  public void sign(PlannerSign next, List<String> problems) {
    sign = next;
    try {
      documents.write(ClusterDocuments.ALIVE, next.toJson());
    } catch (IOException | RuntimeException e) {
      problems.add("the sign of life for region servers cannot be written: " + e);
    }
  }

  /** The sign of life of the last round. */
  public PlannerSign sign() {
    return sign;
  }

  /**
   * Takes over the results of a round: stores the status, adds it to the history and logs problems
   * that are new. Called by one thread at a time.
   *
   * @param problems one sentence each; one is added if the status cannot be stored
   */
  public ClusterStatus publish(ClusterSnapshot taken, List<String> problems) {
    problems.addAll(furtherProblems.get());
    ClusterStatus now = new ClusterStatus(taken, master, this::pageOf, authorization, problems);
    try {
      store(now);
    } catch (IOException | RuntimeException e) {
      problems.add("the status cannot be written: " + e);
      now = new ClusterStatus(taken, master, this::pageOf, authorization, problems);
    }
    news(status.problems(), now.problems()).forEach(problem -> LOG.warn("{}", problem));
    history.add(now);
    events.add(status, now);
    snapshot = taken;
    status = now;
    return now;
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

  /**
   * Takes over the regions of all tenants.
   *
   * @param known unmodifiable
   */
  public void regions(List<Region> known) {
    regions = known;
  }

  /** The regions of all tenants as of the last reading; empty before the first one. */
  public List<Region> regions() {
    return regions;
  }

  /**
   * Tells who owns the tables.
   *
   * @param owners as of the last round
   */
  public void tables(Supplier<TableOwners> owners) {
    tables = owners;
  }

  /** Who owns the tables, as of the last round; nobody before the first one. */
  public TableOwners tables() {
    return tables.get();
  }

  /** A long status is stored less often, but at once if there is a new plan or setting. */
  private void store(ClusterStatus now) throws IOException {
    ClusterStatus before = stored;
    long sinceMillis = before == null ? 0 : now.writtenMillis() - before.writtenMillis();
    boolean enough =
        before != null
            && sinceMillis >= 0
            && storedBytes > SHORT_BYTES
            && sinceMillis * MOST_BYTES_PER_MILLI < storedBytes
            && now.planVersion() == before.planVersion()
            && now.settingsVersion() == before.settingsVersion();
    if (!enough) {
      byte[] bytes = now.toStore();
      documents.write(ClusterDocuments.STATUS, bytes);
      stored = now;
      storedBytes = bytes.length;
    }
  }

  public ClusterSnapshot snapshot() {
    return snapshot;
  }

  public ClusterStatus status() {
    return status;
  }

  public History history() {
    return history;
  }

  public EventLog events() {
    return events;
  }
}
