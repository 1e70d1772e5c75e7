package io.argus.master.page;

import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageQuery;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.master.metering.Metering;
import io.argus.master.monitor.Interference;
import io.argus.master.status.ClusterSnapshot;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.History;
import io.argus.master.status.StatusBoard;
import io.argus.master.status.TenantStatus;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The Argus page of a master: the state of the cluster, its history, the plans, the performance
 * functions, the interference, what-if, placement, capacity, promises, tables, events, what tenants
 * used and how they were slowed. It changes nothing.
 *
 * <p>Safe for use by any thread.
 */
public final class MasterPage {
  /** The most tenants in one history; if the query names none, those with the most operations. */
  private static final int MOST_CHARTED = 8;

  /** For so long a request waits for an answer that is being computed. */
  private static final long MOMENT_MILLIS = 700;

  private final StatusBoard board;

  // Guarded by this.
  private @Nullable ClusterSnapshot interferenceOf;
  private String interference = "";

  private MasterPage(StatusBoard board) {
    this.board = board;
  }

  /** Returns the page for a cluster so small that whoever asks may compute the answer. */
  public static ArgusPage of(StatusBoard board, Metering metering) {
    return of(board, metering, Runnable::run, () -> board.snapshot().takenMillis());
  }

  /**
   * @param metering what tenants used, for the documents of it
   * @param background runs answers that may take minutes
   * @param clockMillis milliseconds since the epoch
   */
  public static ArgusPage of(
      StatusBoard board, Metering metering, Executor background, LongSupplier clockMillis) {
    MasterPage page = new MasterPage(board);
    UsageDocument usage = new UsageDocument(board, metering);
    ComputedAnswers answers = new ComputedAnswers(background, clockMillis, MOMENT_MILLIS);
    WhatIfDocument whatIf = new WhatIfDocument(board, answers);
    PlacementDocument placement = new PlacementDocument(board, answers);
    TablesDocument tables = new TablesDocument(board);
    CapacityDocument capacity = new CapacityDocument(board, answers);
    PromisesDocument promises = new PromisesDocument(board);
    return ArgusPage.builder(MasterPage.class, "master.html")
        .script("master.js")
        .script("overview.js")
        .script("problems.js")
        .script("history.js")
        .script("slowdown.js")
        .script("scores.js")
        .script("tenant.js")
        .script("plans.js")
        .script("what-if.js")
        .script("interference.js")
        .script("usage.js")
        .script("servers.js")
        .document("status.json", query -> board.status().toJson())
        .document("history.json", page::history)
        .document("events.json", query -> board.events().toJson())
        .document("tables.json", tables::toJson)
        .document("plans.json", query -> board.snapshot().plans().toPageJson())
        .document("functions.json", page::functions)
        .document("servers.json", page::servers)
        .document("interference.json", query -> page.interference())
        .document("what-if.json", whatIf::toJson)
        .document("placement.json", placement::toJson)
        .document("capacity.json", capacity::toJson)
        .document("promises.json", promises::toJson)
        .document("usage.json", usage::toJson)
        .document("contention.json", usage::contention)
        .build();
  }

  private String history(PageQuery query) {
    History.Span span = span(query.parameter("span").orElse("minutes"));
    List<String> tenants =
        query.parameter("tenants").map(MasterPage::names).orElseGet(() -> busiest(board.status()));
    if (tenants.size() > MOST_CHARTED) {
      throw new IllegalArgumentException(
          "tenants are " + tenants.size() + ": must be at most " + MOST_CHARTED);
    }
    return board.history().toJson(span, tenants);
  }

  private static List<String> names(String tenants) {
    return Arrays.stream(tenants.split(","))
        .map(name -> TenantId.of(name).name())
        .collect(Collectors.toList());
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
        .limit(MOST_CHARTED)
        .map(TenantStatus::tenant)
        .sorted()
        .collect(Collectors.toList());
  }

  /** The functions of all tenants, or of the one that the query names. */
  private String functions(PageQuery query) {
    Optional<TenantId> only = query.parameter("tenant").map(TenantId::of);
    return HeatMaps.toJson(
        board.snapshot().models().stream()
            .filter(model -> !only.isPresent() || only.get().equals(model.tenant()))
            .collect(Collectors.toList()));
  }

  /** The tenants on the busiest servers, of those that the query names. */
  private String servers(PageQuery query) {
    return new ServersDocument(
            board.snapshot(),
            board.status(),
            query.parameter("server").orElse(""),
            query.parameter("tenant").orElse(""))
        .toJson();
  }

  /** However many ask, it is computed once a round: its cost is the tenants of a server squared. */
  private synchronized String interference() {
    ClusterSnapshot now = board.snapshot();
    if (now != interferenceOf) {
      interference = Interference.of(now.usage().reports()).toJson();
      interferenceOf = now;
    }
    return interference;
  }
}
