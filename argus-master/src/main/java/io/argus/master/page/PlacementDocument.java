package io.argus.master.page;

import io.argus.core.page.PageQuery;
import io.argus.core.settings.Settings;
import io.argus.master.placement.PlacementAdvice;
import io.argus.master.placement.PlacementQuestion;
import io.argus.master.placement.PlacementSearch;
import io.argus.master.placement.ServerCapacity;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.status.ClusterSnapshot;
import io.argus.master.status.StatusBoard;
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

  private final StatusBoard board;
  private final ComputedAnswers answers;

  PlacementDocument(StatusBoard board, ComputedAnswers answers) {
    this.board = board;
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

  String toJson(PageQuery query) {
    int moves =
        query.parameter("moves").map(m -> PageQuery.count("moves", m, MAX_MOVES)).orElse(MOVES);
    Computed computed = answers.get("placement", Computed.class, this::compute);
    return computed.byMoves.get(moves).toJson(computed.takenMillis);
  }

  private Computed compute() {
    ClusterSnapshot now = board.snapshot();
    return new Computed(
        now.takenMillis(),
        new PlacementSearch(PlacementSearch.MARGIN, MAX_MOVES).solveUpTo(question(now)));
  }

  private PlacementQuestion question(ClusterSnapshot now) {
    Map<String, ServerCapacity> capacities = new HashMap<>();
    now.usage()
        .reports()
        .forEach(
            report ->
                capacities.put(
                    report.server(),
                    new ServerCapacity(
                        report.cacheCapacityBytes(), report.hdfsCapacityBytesPerSecond())));
    return new PlacementQuestion(
        now.models(),
        board.regions(),
        capacities,
        PlanningProblem.PIECES,
        now.settings().get(Settings.ALPHA));
  }
}
