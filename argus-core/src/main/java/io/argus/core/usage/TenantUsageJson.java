package io.argus.core.usage;

import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;
import io.argus.core.tenant.TenantId;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link TenantUsage} is in JSON: the name of its tenant, each {@link Figure} by its key, the
 * miss-ratio curve and the totals.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class TenantUsageJson implements JsonSerializer<TenantUsage>, JsonDeserializer<TenantUsage> {
  @Override
  public JsonElement serialize(TenantUsage usage, Type type, JsonSerializationContext context) {
    JsonObject json = new JsonObject();
    json.addProperty("tenant", usage.tenant().name());
    for (Figure figure : Figure.values()) {
      double value = usage.get(figure);
      if (value == 0 && figure.isOptional()) {
        continue;
      }
      JsonObject group = json;
      if (!figure.group().isEmpty()) {
        group = json.getAsJsonObject(figure.group());
        if (group == null) {
          group = new JsonObject();
          json.add(figure.group(), group);
        }
      }
      boolean whole = value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE;
      group.addProperty(figure.member(), whole ? (Number) (long) value : (Number) value);
    }
    if (usage.missRatioCurve() != MissRatioCurve.NONE) {
      json.add("missRatioCurve", context.serialize(usage.missRatioCurve()));
    }
    if (!usage.totals().isNone()) {
      json.add("totals", context.serialize(UsageAmounts.of(usage.totals())));
    }
    return json;
  }

  @Override
  public TenantUsage deserialize(
      JsonElement element, Type type, JsonDeserializationContext context) {
    JsonObject json = element.getAsJsonObject();
    JsonElement tenant = json.get("tenant");
    if (tenant == null || !tenant.isJsonPrimitive() || !TenantId.isLegal(tenant.getAsString())) {
      throw new JsonParseException("it has a tenant without name, or with one that is not legal");
    }
    TenantUsage.Builder usage = TenantUsage.builder(TenantId.of(tenant.getAsString()));
    for (Figure figure : Figure.values()) {
      @Nullable JsonObject group =
          figure.group().isEmpty() ? json : json.getAsJsonObject(figure.group());
      JsonElement value = group == null ? null : group.get(figure.member());
      if (value != null) {
        if (!value.isJsonPrimitive()) {
          throw new JsonParseException("it has a " + figure.member() + " that is no number");
        }
        usage.set(figure, value.getAsDouble());
      }
    }
    MissRatioCurve missRatioCurve =
        context.deserialize(json.get("missRatioCurve"), MissRatioCurve.class);
    UsageAmounts totals = context.deserialize(json.get("totals"), UsageAmounts.class);
    if (missRatioCurve != null && !missRatioCurve.isSound()) {
      throw new JsonParseException("it has a tenant with a miss-ratio curve that is not legal");
    }
    return usage
        .missRatioCurve(missRatioCurve == null ? MissRatioCurve.NONE : missRatioCurve)
        .totals(totals == null ? UsageCounters.NONE : totals.counters())
        .build();
  }
}
