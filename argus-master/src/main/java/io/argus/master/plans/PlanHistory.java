package io.argus.master.plans;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.documents.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.text.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The last plans of a cluster with their reasons, as the active master stores them: at most {@value
 * #MAX_PLANS}, fewer if they are large.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PlanHistory {
  /** Its name among the cluster's documents. */
  public static final String DOCUMENT = "history";

  public static final PlanHistory EMPTY = new PlanHistory(Collections.emptyList());

  private static final int MAX_PLANS = 100;
  private static final int MAX_BYTES = 512 << 10;

  /** Most shares of single servers that a plan is kept with. */
  private static final int MAX_SHARES = 300;

  /** Among the moves of a plan that is kept without the shares of single servers. */
  private static final String NOT_KEPT = "shares of single servers are too many for the history";

  private final List<Plan> plans;

  private PlanHistory(List<Plan> plans) {
    this.plans = Collections.unmodifiableList(plans);
  }

  /** Reads a history; invalid plans are left out, and a document that is not JSON is empty. */
  public static PlanHistory read(byte[] json) {
    List<Plan> plans = new ArrayList<>();
    for (JsonElement entry : entries(json)) {
      try {
        plans.add(WireFormat.readPlan(entry.toString().getBytes(StandardCharsets.UTF_8)));
      } catch (IllegalArgumentException e) {
        // The other plans are still valid.
      }
    }
    return new PlanHistory(plans);
  }

  private static JsonArray entries(byte[] json) {
    try {
      JsonElement root = JsonText.tree(json, "plan history");
      JsonElement plans = root.isJsonObject() ? root.getAsJsonObject().get("plans") : null;
      return plans != null && plans.isJsonArray() ? plans.getAsJsonArray() : new JsonArray();
    } catch (IllegalArgumentException e) {
      return new JsonArray();
    }
  }

  /**
   * Returns the history with a plan added; the oldest plans make room for it. A plan with the
   * shares of many servers is kept without them.
   */
  public PlanHistory with(Plan plan) {
    List<Plan> longer = new ArrayList<>(plans);
    longer.removeIf(old -> old.version() >= plan.version());
    long shares = plan.servers().values().stream().mapToLong(s -> s.reservations().size()).sum();
    longer.add(shares > MAX_SHARES ? withoutServers(plan) : plan);
    int from = Math.max(0, longer.size() - MAX_PLANS);
    return new PlanHistory(new ArrayList<>(longer.subList(from, longer.size())));
  }

  private static Plan withoutServers(Plan plan) {
    PlanExplanation explanation = plan.explanation();
    List<String> moves = new ArrayList<>(explanation.moves());
    moves.add(NOT_KEPT);
    return Plan.of(
        plan.version(),
        plan.mode(),
        plan.createdMillis(),
        plan.borrowing(),
        plan.reservations(),
        new PlanExplanation(
            explanation.reason(),
            explanation.before(),
            explanation.after(),
            moves,
            explanation.assumptions()));
  }

  /** Whether a plan of a history has the shares of its servers; else they were too many. */
  public static boolean hasServers(Plan plan) {
    return !plan.explanation().moves().contains(NOT_KEPT);
  }

  /** A JSON object with the member {@code plans}, the oldest first. */
  public byte[] toJson() {
    int bytes = 0;
    int first = plans.size();
    while (first > 0) {
      bytes += WireFormat.write(plans.get(first - 1)).length;
      if (bytes > MAX_BYTES) {
        break;
      }
      first--;
    }
    JsonArray list = new JsonArray();
    plans.subList(first, plans.size()).forEach(plan -> list.add(json(plan)));
    JsonObject history = new JsonObject();
    history.add("plans", list);
    return history.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static JsonObject json(Plan plan) {
    String json = new String(WireFormat.write(plan), StandardCharsets.UTF_8);
    return JsonParser.parseString(json).getAsJsonObject();
  }

  /** JSON for the page: the members version and plans, the latest first. */
  public String toPageJson() {
    JsonArray list = new JsonArray();
    for (int i = plans.size() - 1; i >= 0; i--) {
      list.add(pageEntry(plans.get(i)));
    }
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    document.add("plans", list);
    return document.toString();
  }

  private static JsonObject pageEntry(Plan plan) {
    JsonObject document = json(plan);
    JsonObject entry = new JsonObject();
    for (String member : new String[] {"version", "mode", "createdMillis", "borrowing"}) {
      entry.add(member, document.get(member));
    }
    JsonObject explanation = document.getAsJsonObject("explanation");
    for (String member : new String[] {"reason", "before", "after", "moves"}) {
      entry.add(member, explanation.get(member));
    }
    return entry;
  }

  /** The oldest first. */
  public List<Plan> plans() {
    return plans;
  }

  public Optional<Plan> version(long version) {
    return plans.stream().filter(plan -> plan.version() == version).findFirst();
  }
}
