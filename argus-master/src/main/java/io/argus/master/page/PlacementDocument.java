package io.argus.master.page;

import io.argus.core.page.PageQuery;
import io.argus.core.settings.Settings;
import io.argus.core.text.Shortened;
import io.argus.master.placement.PlacementAdvice;
import io.argus.master.placement.PlacementQuestion;
import io.argus.master.placement.PlacementSearch;
import io.argus.master.placement.ServerCapacity;
import io.argus.master.status.ClusterSnapshot;
import io.argus.master.status.StatusBoard;
import java.util.HashMap;
import java.util.Map;

/**
 * The document {@code placement.json}: the region moves that would make the cluster fairer. One
 * search runs at a time, and its answer counts for {@value #FRESH_MILLIS} milliseconds.
 *
 * <p>Safe for use by any thread.
 */
final class PlacementDocument {
  private static final int MOVES = 10;
  private static final int MOST_MOVES = 50;
  private static final long FRESH_MILLIS = 10_000;

  private final StatusBoard board;

  // The last answer; guarded by this.
  private String answer = "";
  private int answeredMoves;
  private long answeredMillis;

  PlacementDocument(StatusBoard board) {
    this.board = board;
  }

  String toJson(PageQuery query) {
    return toJson(query.parameter("moves").map(PlacementDocument::moves).orElse(MOVES));
  }

  private static int moves(String text) {
    try {
      int moves = Integer.parseInt(text);
      if (moves >= 1 && moves <= MOST_MOVES) {
        return moves;
      }
    } catch (NumberFormatException e) {
      // The message below says what is wrong.
    }
    throw new IllegalArgumentException(
        "moves is '" + Shortened.of(text) + "': must be 1.." + MOST_MOVES);
  }

  private synchronized String toJson(int moves) {
    ClusterSnapshot now = board.snapshot();
    long ageMillis = now.takenMillis() - answeredMillis;
    if (answer.isEmpty() || moves != answeredMoves || ageMillis < 0 || ageMillis >= FRESH_MILLIS) {
      PlacementAdvice advice =
          new PlacementSearch(PlacementSearch.MARGIN, moves).solve(question(now));
      answer = advice.toJson(now.takenMillis());
      answeredMoves = moves;
      answeredMillis = now.takenMillis();
    }
    return answer;
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
        now.settings().get(Settings.PLANNER_PIECES).intValue(),
        now.settings().get(Settings.ALPHA));
  }
}
