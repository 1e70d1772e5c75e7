package io.argus.master.page;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageQuery;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.UsageAmounts;
import io.argus.core.usage.UsageReport;
import io.argus.master.metering.ContentionHour;
import io.argus.master.metering.Metering;
import io.argus.master.metering.UsageReader;
import io.argus.master.metering.sums.HoursOfDay;
import io.argus.master.metering.sums.Period;
import io.argus.master.metering.sums.UsageSums;
import io.argus.master.status.Round;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What tenants used in a span of time, as JSON.
 *
 * <p>Safe for use by any thread.
 */
final class UsageDocument {
  /** The tenants named that cost others most. */
  private static final int MAX_CAUSES = 10;

  private static final Gson GSON = new Gson();

  private final Metering metering;

  UsageDocument(Metering metering) {
    this.metering = metering;
  }

  /** Parameters: fromMillis, toMillis, by, zone, hours, tenant; see docs/json.md. */
  String toJson(Round now, PageQuery query) {
    long fromMillis = millis(query, "fromMillis");
    long toMillis = toMillis(query, fromMillis);
    Period by = query.parameter("by").map(Period::of).orElse(Period.ALL);
    ZoneId zone = query.parameter("zone").map(UsageDocument::zone).orElse(ZoneOffset.UTC);
    Optional<TenantId> tenant = query.parameter("tenant").map(TenantId::of);
    UsageReader reader = reader();
    Optional<HoursOfDay> hours = query.parameter("hours").map(HoursOfDay::parse);
    UsageSums sums = new UsageSums(by, zone, fromMillis);
    try {
      reader.read(
          fromMillis,
          toMillis,
          tenant,
          row -> {
            if (hours.map(of -> of.contains(row.startMillis(), zone)).orElse(true)) {
              sums.add(row);
            }
          });
    } catch (IOException e) {
      throw new IllegalStateException("what was used cannot be read: " + e.getMessage(), e);
    }
    JsonObject members = new JsonObject();
    members.addProperty("by", by.parameter());
    members.addProperty("zone", zone.getId());
    members.add("periods", periods(sums));
    return document(now, fromMillis, toMillis, reader, members);
  }

  /** Parameters: fromMillis, toMillis, tenant; see docs/json.md. */
  String contention(Round now, PageQuery query) {
    long fromMillis = millis(query, "fromMillis");
    long toMillis = toMillis(query, fromMillis);
    Optional<TenantId> tenant = query.parameter("tenant").map(TenantId::of);
    UsageReader reader = reader();
    SortedMap<TenantId, ContentionHour> all;
    try {
      all = reader.contention(fromMillis, toMillis);
    } catch (IOException e) {
      throw new IllegalStateException("contention cannot be read: " + e.getMessage(), e);
    }
    JsonArray tenants = new JsonArray();
    all.forEach(
        (victim, is) -> {
          if (tenant.map(victim::equals).orElse(true)) {
            JsonObject entry = is.toJson().getAsJsonObject();
            entry.addProperty("tenant", victim.name());
            tenants.add(entry);
          }
        });
    JsonArray causes = new JsonArray();
    all.entrySet().stream()
        .filter(each -> each.getValue().causedSeconds() > 0)
        .filter(each -> !tenant.isPresent() || !tenant.get().equals(each.getKey()))
        .sorted(Comparator.comparingDouble(each -> -each.getValue().causedSeconds()))
        .limit(MAX_CAUSES)
        .forEach(
            each -> {
              JsonObject entry = new JsonObject();
              entry.addProperty("tenant", each.getKey().name());
              entry.add(
                  "causedSeconds", each.getValue().toJson().getAsJsonObject().get("causedSeconds"));
              causes.add(entry);
            });
    JsonObject members = new JsonObject();
    members.add("tenants", tenants);
    members.add("causes", causes);
    return document(now, fromMillis, toMillis, reader, members);
  }

  private String document(
      Round now, long fromMillis, long toMillis, UsageReader reader, JsonObject members) {
    members.addProperty("fromMillis", fromMillis);
    members.addProperty("toMillis", toMillis);
    members.addProperty("isOn", metering.isOn());
    members.addProperty("unreadableRows", reader.unreadable());
    List<String> problems = new ArrayList<>(metering.problems());
    problems.addAll(uncountedBytes(now.received()));
    members.add("problems", GSON.toJsonTree(problems));
    return ArgusPage.document(now.takenMillis(), members).toString();
  }

  /** Why servers report fewer bytes than were read from HDFS; a sentence a reason. */
  static List<String> uncountedBytes(Collection<UsageReport> reports) {
    Map<String, List<String>> servers = new TreeMap<>();
    for (UsageReport report : reports) {
      for (ComponentStatus component : report.components()) {
        if (component.is(Component.HDFS_BYTES) && !component.isActive()) {
          servers.computeIfAbsent(component.reason(), r -> new ArrayList<>()).add(report.server());
        }
      }
    }
    List<String> problems = new ArrayList<>();
    servers.forEach(
        (reason, on) ->
            problems.add(
                "HDFS bytes read are too low on "
                    + on.get(0)
                    + (on.size() > 1 ? " and " + (on.size() - 1) + " more" : "")
                    + ": "
                    + reason));
    return problems;
  }

  private UsageReader reader() {
    return metering
        .reader()
        .orElseThrow(() -> new IllegalStateException("this master has no usage table"));
  }

  private static JsonArray periods(UsageSums sums) {
    JsonArray periods = new JsonArray();
    sums.periods()
        .forEach(
            (startMillis, tenants) -> {
              JsonObject period = new JsonObject();
              period.addProperty("startMillis", startMillis);
              JsonArray list = new JsonArray();
              for (Map.Entry<TenantId, UsageAmounts> each : tenants.entrySet()) {
                JsonObject tenant = new JsonObject();
                tenant.addProperty("tenant", each.getKey().name());
                tenant.add("amounts", GSON.toJsonTree(each.getValue()));
                list.add(tenant);
              }
              period.add("tenants", list);
              periods.add(period);
            });
    return periods;
  }

  private static long toMillis(PageQuery query, long fromMillis) {
    long toMillis = millis(query, "toMillis");
    if (toMillis < fromMillis) {
      throw new IllegalArgumentException(
          "toMillis is " + toMillis + ": must not be before fromMillis, " + fromMillis);
    }
    return toMillis;
  }

  private static long millis(PageQuery query, String name) {
    String text =
        query
            .parameter(name)
            .orElseThrow(
                () -> new IllegalArgumentException(name + " is missing: must be milliseconds"));
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          name + " is '" + Shortened.of(text) + "': must be milliseconds since the epoch", e);
    }
  }

  /**
   * @throws IllegalArgumentException if there is no such time zone
   */
  static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "zone is '" + Shortened.of(name) + "': must be a time zone, such as Europe/Berlin", e);
    }
  }
}
