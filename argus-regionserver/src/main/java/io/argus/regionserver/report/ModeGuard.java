package io.argus.regionserver.report;

import com.google.gson.Gson;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.LiveSettings;
import io.argus.core.documents.WireFormat;
import io.argus.core.settings.ServerSetup.ModeOrigin;
import io.argus.core.settings.SettingsOverrides.ServerMode;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import io.argus.core.usage.CanaryGuard;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guards the mode that an operator set for this server alone ({@link CanaryGuard}): takes it back
 * on this server when the guard trips, and keeps that in the cluster's documents, so that a restart
 * does not try again. It asks no master. While the documents cannot be read after a start, the mode
 * of the cluster counts.
 *
 * <p>Throws nothing. Not safe for use by several threads.
 */
final class ModeGuard {
  /** Reports of so many other servers are read. */
  private static final int OTHERS = 8;

  /** In how many windows they are read once. */
  private static final int PACE = 5;

  /** An older report says nothing about now. */
  private static final long MAX_AGE_MILLIS = 120_000;

  private static final Logger LOG = LoggerFactory.getLogger("io.argus");
  private static final Gson GSON = new Gson();

  private final LiveSettings live;
  private final CanaryGuard.Before before = new CanaryGuard.Before();
  private @Nullable CanaryGuard guard;
  private @Nullable Trip trip;

  /** {@link ServerMode#sinceVersion} of the mode that is guarded; 0 for none. */
  private long guardedVersion;

  private boolean began;
  private boolean stored = true;
  private int windows;
  private final List<UsageReport> others = new ArrayList<>();

  ModeGuard(LiveSettings live) {
    this.live = live;
  }

  /** Why a mode was taken back, as it is stored. Immutable. */
  private static final class Trip {
    private final long sinceVersion;
    private final long millis;
    private final @Nullable String why;

    Trip(long sinceVersion, long millis, String why) {
      this.sinceVersion = sinceVersion;
      this.millis = millis;
      this.why = why;
    }

    String sentence() {
      return Shortened.onOneLine(why + " (" + Instant.ofEpochSecond(millis / 1000) + ")");
    }
  }

  /** Lets the server's own mode count before its first window, if the documents can be read. */
  void startsOn(ClusterDocuments documents, Supplier<String> server) {
    try {
      began = begins(documents, server.get());
    } catch (RuntimeException | LinkageError e) {
      LOG.error("The mode of this server alone counts from its first report", e);
    }
  }

  /** Notes the window that ends now, and takes the mode back if the guard trips. */
  void windowEnded(ClusterDocuments documents, UsageReport own) {
    try {
      if (began || begins(documents, own.server())) {
        live.serverIs(own.server()); // the master may know it by another name than it began with
        watch(documents, own);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.error("The guard of this server's mode failed; it goes on with the next window", e);
    }
  }

  /** Reads what an earlier start of this server stored; only then its own mode counts. */
  private boolean begins(ClusterDocuments documents, String server) {
    try {
      byte[] json = documents.read(ClusterDocuments.guardOf(server));
      if (json != null && json.length > 0) {
        Trip last = JsonText.read(GSON, json, Trip.class, "what the guard stored");
        trip = last;
        live.guardTripped(last.sinceVersion);
      }
    } catch (IOException e) {
      LOG.debug("What the guard stored cannot be read yet", e);
      return false;
    } catch (IllegalArgumentException e) {
      LOG.warn("{}", e.getMessage());
    }
    live.serverIs(server);
    began = true;
    return true;
  }

  private void watch(ClusterDocuments documents, UsageReport own) {
    Optional<ServerMode> mode = live.ownMode();
    long version = mode.filter(each -> each.guard() > 0).map(ServerMode::sinceVersion).orElse(0L);
    if (live.modeOrigin() != ModeOrigin.SERVER || version == 0) {
      guard = null;
      guardedVersion = 0;
      before.add(own);
      store(documents, own.server());
      return;
    }
    CanaryGuard current = guard;
    if (current == null || version != guardedVersion) {
      current = before.guard(mode.get().guard());
      guard = current;
      guardedVersion = version;
      windows = 0;
    }
    if (windows++ % PACE == 0) {
      readOthers(documents, own);
    }
    Optional<String> why = current.judge(own, others);
    if (why.isPresent()) {
      trips(new Trip(version, own.endMillis(), why.get()));
      store(documents, own.server());
    }
  }

  private void trips(Trip next) {
    LOG.warn(
        "The guard takes the mode of this server back, settings v{}: {}",
        next.sinceVersion,
        next.sentence());
    trip = next;
    stored = false;
    guard = null;
    live.guardTripped(next.sinceVersion);
  }

  private void store(ClusterDocuments documents, String server) {
    Trip last = trip;
    if (stored || last == null) {
      return;
    }
    try {
      byte[] json = GSON.toJson(last).getBytes(StandardCharsets.UTF_8);
      documents.write(ClusterDocuments.guardOf(server), json);
      stored = true;
    } catch (IOException | RuntimeException e) {
      LOG.warn("That the guard has tripped is not stored yet; the next window tries again", e);
    }
  }

  /** Reads reports of some other servers that have the mode of the cluster; else the last stay. */
  private void readOthers(ClusterDocuments documents, UsageReport own) {
    List<UsageReport> reports = new ArrayList<>();
    try {
      List<String> servers = new ArrayList<>(documents.children(ClusterDocuments.USAGE));
      servers.remove(own.server());
      servers.sort(Comparator.comparingInt(server -> (server + own.server()).hashCode()));
      for (String server : servers.subList(0, Math.min(OTHERS, servers.size()))) {
        byte[] bytes = documents.read(ClusterDocuments.usageOf(server));
        if (bytes != null && bytes.length > 0) {
          add(bytes, own.endMillis(), reports);
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("Reports of other servers cannot be read; the last ones count", e);
      return;
    }
    others.clear();
    others.addAll(reports);
  }

  private static void add(byte[] bytes, long nowMillis, List<UsageReport> reports) {
    try {
      UsageReport report = WireFormat.readUsageReport(bytes);
      boolean current = Math.abs(nowMillis - report.endMillis()) <= MAX_AGE_MILLIS;
      if (current && report.setup().modeOrigin() != ModeOrigin.SERVER) {
        reports.add(report);
      }
    } catch (IllegalArgumentException e) {
      LOG.debug("The report of another server is left out", e);
    }
  }

  /** What operators are to know of it; empty if there is nothing. */
  String sentence() {
    Trip last = trip;
    if (live.modeOrigin() == ModeOrigin.GUARD && last != null) {
      return last.sentence();
    }
    CanaryGuard current = guard;
    return current == null || live.modeOrigin() != ModeOrigin.SERVER
        ? ""
        : "watches; judged "
            + current.judged()
            + " tenants in the last window, beside "
            + others.size()
            + " other servers";
  }
}
