package io.argus.cluster.runtime;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads beans from the {@code /jmx} page that every Hadoop and HBase server has. */
public final class JmxPage {
  private JmxPage() {}

  /** The bean of that name; null while the server does not answer, or if it has no such bean. */
  public static @Nullable JsonObject bean(int port, String name) {
    List<JsonObject> found = beans(port, name);
    return found.isEmpty() ? null : found.get(0);
  }

  /**
   * The beans whose names fit a pattern; none while the server does not answer.
   *
   * @param pattern such as {@code java.lang:type=MemoryPool,*}
   */
  public static List<JsonObject> beans(int port, String pattern) {
    String page = ServerPage.read(port, "/jmx?qry=" + pattern).orElse(null);
    if (page == null) {
      return List.of();
    }
    List<JsonObject> found = new ArrayList<>();
    try {
      JsonElement beans = JsonParser.parseString(page).getAsJsonObject().get("beans");
      if (beans != null) {
        beans.getAsJsonArray().forEach(bean -> found.add(bean.getAsJsonObject()));
      }
    } catch (JsonParseException | IllegalStateException e) {
      return List.of();
    }
    return found;
  }

  /** A numeric attribute, 0 when missing. */
  public static double number(JsonObject bean, String attribute) {
    JsonElement value = bean.get(attribute);
    return value == null || value.isJsonNull() ? 0 : value.getAsDouble();
  }
}
