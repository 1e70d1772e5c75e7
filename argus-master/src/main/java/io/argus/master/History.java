package io.argus.master;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.Plan;
import io.argus.core.WireFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a master remembers of the last hour: the observed scores and the plans with their reasons.
 * It begins anew with each active master.
 *
 * <p>Not safe for use by several threads.
 */
final class History {
  private static final int MOST_POINTS = 1_800;
  private static final int MOST_PLANS = 50;
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private final Deque<JsonObject> scores = new ArrayDeque<>();
  private final Deque<JsonObject> plans = new ArrayDeque<>();
  private long lastVersion = -1;

  void add(ClusterStatus status) {
    JsonObject point = new JsonObject();
    point.addProperty("millis", status.writtenMillis());
    point.addProperty("planVersion", status.planVersion());
    point.addProperty("jIndex", status.jIndex());
    point.addProperty("efficiency", status.efficiency());
    point.addProperty("dScore", status.dScore());
    point.addProperty("worstViolation", status.worstViolation());
    scores.add(point);
    if (scores.size() > MOST_POINTS) {
      scores.removeFirst();
    }
  }

  /** Adds a plan, as {@link WireFormat} writes it, unless it is the last one already. */
  void add(Plan plan) {
    if (plan.version() == lastVersion) {
      return;
    }
    lastVersion = plan.version();
    String json = new String(WireFormat.write(plan), StandardCharsets.UTF_8);
    plans.add(JsonParser.parseString(json).getAsJsonObject());
    if (plans.size() > MOST_PLANS) {
      plans.removeFirst();
    }
  }

  /** The members {@code scores} and {@code plans}, the oldest first. */
  String toJson() {
    JsonObject history = new JsonObject();
    history.add("scores", list(scores));
    history.add("plans", list(plans));
    return GSON.toJson(history);
  }

  private static JsonArray list(Iterable<JsonObject> entries) {
    JsonArray list = new JsonArray();
    entries.forEach(list::add);
    return list;
  }
}
