package io.argus.bench.runtime;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import org.jspecify.annotations.Nullable;

/** Reads beans from the {@code /jmx} page that every Hadoop and HBase server has. */
public final class JmxPage {
  private JmxPage() {}

  /** The bean of that name; null while the server does not answer, or if it has no such bean. */
  public static @Nullable JsonObject bean(int port, String name) {
    String page = ServerPage.read(port, "/jmx?qry=" + name).orElse(null);
    if (page == null) {
      return null;
    }
    try {
      JsonElement beans = JsonParser.parseString(page).getAsJsonObject().get("beans");
      JsonArray found = beans == null ? new JsonArray() : beans.getAsJsonArray();
      return found.isEmpty() ? null : found.get(0).getAsJsonObject();
    } catch (JsonParseException | IllegalStateException e) {
      return null;
    }
  }

  /** A numeric attribute, 0 when missing. */
  public static double number(JsonObject bean, String attribute) {
    JsonElement value = bean.get(attribute);
    return value == null || value.isJsonNull() ? 0 : value.getAsDouble();
  }
}
