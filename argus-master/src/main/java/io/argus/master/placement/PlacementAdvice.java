package io.argus.master.placement;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.core.page.ArgusPage;
import io.argus.core.plan.PlanExplanation.Score;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * The moves of regions that would make the cluster fairer, with the predicted scores. Each score is
 * what the planner could reach with the regions so placed.
 *
 * <p>Immutable; safe for use by any thread.
 */
@SuppressWarnings("UnusedVariable") // Some fields are only in the JSON.
public final class PlacementAdvice {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private final int servers;
  final SortedMap<String, List<String>> groups;
  private final int regions;
  final Score before;
  final Score after;
  final Score reassessed;
  final String note;
  final List<RegionMove> moves;

  /**
   * @param groups the servers of each group that regions stay in; none without groups
   * @param before predicted score with no region moved
   * @param after predicted score after all moves, by the isolated throughputs of now
   * @param reassessed the same by the isolated throughputs of the new placement
   * @param note why there is no move; empty if there are some
   */
  PlacementAdvice(
      int servers,
      SortedMap<String, List<String>> groups,
      int regions,
      Score before,
      Score after,
      Score reassessed,
      String note,
      List<RegionMove> moves) {
    this.servers = servers;
    this.groups = Collections.unmodifiableSortedMap(groups);
    this.regions = regions;
    this.before = before;
    this.after = after;
    this.reassessed = reassessed;
    this.note = note;
    this.moves = Collections.unmodifiableList(new ArrayList<>(moves));
  }

  /** The document {@code placement.json}. */
  public String toJson(long takenMillis) {
    return GSON.toJson(ArgusPage.document(takenMillis, GSON.toJsonTree(this).getAsJsonObject()));
  }
}
