package io.argus.master.page;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageQuery;
import io.argus.core.recorder.Recorder;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.master.metering.Metering;
import io.argus.master.monitor.CurrentContention;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.EventLog;
import io.argus.master.status.History;
import io.argus.master.status.Round;
import io.argus.master.status.StatusBoard;
import io.argus.master.status.TenantStatus;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The Argus page of a master: the state of the cluster, its history, the plans, the performance
 * functions, the contention, what-if, placement, capacity, SLOs, tables, events, what tenants used
 * and what they lost to others. It changes nothing.
 *
 * <p>Safe for use by any thread.
 */
public final class MasterPage {
  /** The most tenants in one history; if the query names none, those with the most operations. */
  private static final int MAX_CHARTED = 8;

  /** For so long a request waits for an answer that is being computed. */
  private static final long MOMENT_MILLIS = 700;

  @GuardedBy("this")
  private @Nullable Round contentionOf;

  @GuardedBy("this")
  private String contention = "";

  private MasterPage() {}

  /**
   * @param metering what tenants used, for the documents of it
   * @param recorder what to read of the past
   * @param background runs answers that may take minutes
   * @param reading runs what may wait for the recorder's files
   * @param clockMillis milliseconds since the epoch
   */
  public static ArgusPage of(
      StatusBoard board,
      Metering metering,
      Recorder recorder,
      Executor background,
      Executor reading,
      LongSupplier clockMillis) {
    ComputedAnswers answers = new ComputedAnswers(background, clockMillis, MOMENT_MILLIS);
    RecordedDocument recorded =
        new RecordedDocument(
            recorder, new ComputedAnswers(reading, clockMillis, MOMENT_MILLIS), clockMillis);
    return of(board::last, board.history(), board.events(), metering, recorded, answers);
  }

  /**
   * @param last the last round; each request reads it once
   */
  static ArgusPage of(
      Supplier<Round> last,
      History history,
      EventLog events,
      Metering metering,
      RecordedDocument recorded,
      ComputedAnswers answers) {
    MasterPage page = new MasterPage();
    UsageDocument usage = new UsageDocument(metering);
    WhatIfDocument whatIf = new WhatIfDocument(answers);
    PlacementDocument placement = new PlacementDocument(answers);
    CapacityDocument capacity = new CapacityDocument(history, answers);
    return ArgusPage.builder(MasterPage.class, "master.html")
        .script("master.js")
        .script("overview.js")
        .script("problems.js")
        .script("history.js")
        .script("state.js")
        .script("scores.js")
        .script("tenant.js")
        .script("plans.js")
        .script("what-if.js")
        .script("contention.js")
        .script("usage.js")
        .script("servers.js")
        .script("past.js")
        .script("period.js")
        .document("status.json", query -> last.get().status().toJson())
        .document("history.json", query -> history(history, last.get(), query))
        .document("hour-ago.json", query -> history.hourAgo(names(last.get().status())))
        .document("recorded.json", recorded::toJson)
        .document("events.json", query -> events.toJson())
        .document("tables.json", query -> TablesDocument.toJson(last.get(), query))
        .document("plans.json", query -> last.get().plans().toPageJson())
        .document("functions.json", query -> functions(last.get(), query))
        .document("servers.json", query -> servers(last.get(), query))
        .document("contention-now.json", query -> page.contention(last.get()))
        .document("what-if.json", query -> whatIf.toJson(last.get(), query))
        .document("placement.json", query -> placement.toJson(last.get(), query))
        .document("capacity.json", query -> capacity.toJson(last.get(), query))
        .document("slos.json", query -> SlosDocument.toJson(last.get(), query))
        .document("usage.json", query -> usage.toJson(last.get(), query))
        .document("contention.json", query -> usage.contention(last.get(), query))
        .build();
  }

  private static String history(History history, Round now, PageQuery query) {
    History.Span span = span(query.parameter("span").orElse("minutes"));
    List<String> tenants =
        query.parameter("tenants").map(MasterPage::names).orElseGet(() -> busiest(now.status()));
    if (tenants.size() > MAX_CHARTED) {
      throw new IllegalArgumentException(
          "tenants are " + tenants.size() + ": must be at most " + MAX_CHARTED);
    }
    return history.toJson(span, tenants);
  }

  private static List<String> names(String tenants) {
    return Arrays.stream(tenants.split(","))
        .map(name -> TenantId.of(name).name())
        .collect(Collectors.toList());
  }

  private static List<String> names(ClusterStatus status) {
    return status.tenants().stream().map(TenantStatus::tenant).collect(Collectors.toList());
  }

  private static History.Span span(String name) {
    for (History.Span span : History.Span.values()) {
      if (span.name().toLowerCase(Locale.ROOT).equals(name)) {
        return span;
      }
    }
    throw new IllegalArgumentException(
        "span is '" + Shortened.of(name) + "': must be minutes or hours");
  }

  private static List<String> busiest(ClusterStatus status) {
    return status.tenants().stream()
        .sorted(Comparator.comparingDouble(TenantStatus::operationsPerSecond).reversed())
        .limit(MAX_CHARTED)
        .map(TenantStatus::tenant)
        .sorted()
        .collect(Collectors.toList());
  }

  /** The functions of all tenants, or of the one that the query names. */
  private static String functions(Round now, PageQuery query) {
    Optional<TenantId> only = query.parameter("tenant").map(TenantId::of);
    return HeatMaps.toJson(
        now.models().stream()
            .filter(model -> !only.isPresent() || only.get().equals(model.tenant()))
            .collect(Collectors.toList()));
  }

  /** The tenants on the busiest servers, of those that the query names. */
  private static String servers(Round now, PageQuery query) {
    return new ServersDocument(
            now, query.parameter("server").orElse(""), query.parameter("tenant").orElse(""))
        .toJson();
  }

  /** However many ask, it is computed once a round: its cost is the tenants of a server squared. */
  private synchronized String contention(Round now) {
    if (now != contentionOf) {
      contention = CurrentContention.of(now.usage().reports()).toJson();
      contentionOf = now;
    }
    return contention;
  }
}
