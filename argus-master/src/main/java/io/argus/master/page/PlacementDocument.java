package io.argus.master.page;

import io.argus.core.page.PageQuery;
import io.argus.core.settings.Settings;
import io.argus.core.usage.UsageReport;
import io.argus.master.placement.PlacementAdvice;
import io.argus.master.placement.PlacementQuestion;
import io.argus.master.placement.PlacementSearch;
import io.argus.master.placement.ServerCapacity;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.status.Round;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The document {@code placement.json}: the region moves that would make the cluster fairer. The
 * most moves are searched for, and an answer has the first of them.
 *
 * <p>Safe for use by any thread.
 */
final class PlacementDocument {
  private static final int MOVES = 10;
  private static final int MAX_MOVES = 50;

  private final ComputedAnswers answers;

  PlacementDocument(ComputedAnswers answers) {
    this.answers = answers;
  }

  /** All advice that is based on the same figures. */
  private static final class Computed {
    final long takenMillis;
    final List<PlacementAdvice> byMoves;

    Computed(long takenMillis, List<PlacementAdvice> byMoves) {
      this.takenMillis = takenMillis;
      this.byMoves = byMoves;
    }
  }

  String toJson(Round now, PageQuery query) {
    int moves =
        query.parameter("moves").map(m -> PageQuery.count("moves", m, MAX_MOVES)).orElse(MOVES);
    Computed computed = answers.get("placement", Computed.class, () -> compute(now));
    return computed.byMoves.get(moves).toJson(computed.takenMillis);
  }

  private static Computed compute(Round now) {
    return new Computed(
        now.takenMillis(),
        new PlacementSearch(PlacementSearch.MARGIN, MAX_MOVES).solveUpTo(question(now)));
  }

  private static PlacementQuestion question(Round now) {
    Map<String, ServerCapacity> capacities = new HashMap<>();
    for (UsageReport report : now.usage().reports()) {
      capacities.put(
          report.server(),
          new ServerCapacity(report.cacheCapacityBytes(), report.hdfsCapacityBytesPerSecond()));
    }
    return new PlacementQuestion(
        now.models(),
        now.regions(),
        capacities,
        now.groups(),
        PlanningProblem.PIECES,
        now.settings().get(Settings.ALPHA));
  }
}
