package io.argus.master.page;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageQuery;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.master.MasterPlanner;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.History;
import io.argus.master.status.TenantStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The Argus page of a master: the state of the cluster, its history, the plans, the performance
 * functions and what-if. Read-only.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class MasterPage {
  /** Tenants whose history is told if the query names none. */
  private static final int MOST_CHARTED = 8;

  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private final MasterPlanner planner;

  private MasterPage(MasterPlanner planner) {
    this.planner = planner;
  }

  /** Returns the page of a master that runs this planner. */
  public static ArgusPage of(MasterPlanner planner) {
    MasterPage page = new MasterPage(planner);
    return ArgusPage.builder(MasterPage.class, "master.html")
        .script("master.js")
        .script("plans.js")
        .script("tenant.js")
        .document("status.json", query -> planner.status().toJson())
        .document("history.json", page::history)
        .document("plans.json", query -> planner.plansJson())
        .document("functions.json", page::functions)
        .document("interference.json", query -> planner.interferenceJson())
        .document("what-if.json", page::whatIf)
        .build();
  }

  private String history(PageQuery query) {
    History.Span span = span(query.parameter("span").orElse("minutes"));
    List<String> tenants =
        query
            .parameter("tenants")
            .map(names -> Arrays.asList(names.split(",")))
            .orElseGet(() -> busiest(planner.status()));
    if (tenants.size() > MOST_CHARTED) {
      throw new IllegalArgumentException(
          "tenants are " + tenants.size() + ": must be at most " + MOST_CHARTED);
    }
    return planner.history().toJson(span, tenants);
  }

  private static History.Span span(String name) {
    for (History.Span span : History.Span.values()) {
      if (span.name().toLowerCase(Locale.ROOT).equals(name)) {
        return span;
      }
    }
    throw new IllegalArgumentException("span is '" + name + "': must be minutes or hours");
  }

  private static List<String> busiest(ClusterStatus status) {
    return status.tenants().stream()
        .sorted(Comparator.comparingDouble(TenantStatus::operationsPerSecond).reversed())
        .limit(MOST_CHARTED)
        .map(TenantStatus::tenant)
        .sorted()
        .collect(Collectors.toList());
  }

  private String functions(PageQuery query) {
    return query
        .parameter("tenant")
        .map(tenant -> planner.functionsJson(TenantId.of(tenant)))
        .orElseGet(planner::functionsJson);
  }

  /** Each parameter is a tenant with its shares, such as alice=0.6/0.5. */
  private String whatIf(PageQuery query) {
    List<Reservation> changed = new ArrayList<>();
    for (Map.Entry<String, String> each : query.parameters().entrySet()) {
      changed.add(reservation(each.getKey(), each.getValue()));
    }
    if (changed.isEmpty()) {
      throw new IllegalArgumentException(
          "no reservation is given: name at least one tenant, such as alice=0.6/0.5");
    }
    List<Reservation> asked = planner.withChanged(changed);
    PlanExplanation explanation = planner.whatIf(asked);
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    document.add("reservations", GSON.toJsonTree(asked.stream().map(MasterPage::toJson).toArray()));
    GSON.toJsonTree(explanation).getAsJsonObject().entrySet().stream()
        .filter(member -> !member.getKey().equals("reason"))
        .forEach(member -> document.add(member.getKey(), member.getValue()));
    return GSON.toJson(document);
  }

  private static Reservation reservation(String tenant, String shares) {
    String[] parts = shares.split("/", -1);
    try {
      if (parts.length == 2) {
        return Reservation.of(
            TenantId.of(tenant), Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new IllegalArgumentException(
        "'" + tenant + "=" + shares + "' is not TENANT=CACHE/HDFS, such as alice=0.6/0.5");
  }

  private static JsonObject toJson(Reservation reservation) {
    JsonObject json = new JsonObject();
    json.addProperty("tenant", reservation.tenant().name());
    json.addProperty("cacheShare", reservation.cacheShare());
    json.addProperty("hdfsShare", reservation.hdfsShare());
    return json;
  }
}
