package io.argus.bench.runtime;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads beans from the {@code /jmx} page that every Hadoop and HBase server has. */
public final class JmxPage {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  private JmxPage() {}

  /** The bean of that name; null while the server does not answer, or if it has no such bean. */
  public static @Nullable JsonObject bean(int port, String name) {
    URI page = URI.create("http://127.0.0.1:" + port + "/jmx?qry=" + name);
    try {
      HttpResponse<String> reply =
          CLIENT.send(
              HttpRequest.newBuilder(page).timeout(TIMEOUT).build(),
              HttpResponse.BodyHandlers.ofString());
      if (reply.statusCode() != 200) {
        return null;
      }
      JsonElement beans = JsonParser.parseString(reply.body()).getAsJsonObject().get("beans");
      JsonArray found = beans == null ? new JsonArray() : beans.getAsJsonArray();
      return found.isEmpty() ? null : found.get(0).getAsJsonObject();
    } catch (IOException | JsonParseException | IllegalStateException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** A numeric attribute, 0 when missing. */
  public static double number(JsonObject bean, String attribute) {
    JsonElement value = bean.get(attribute);
    return value == null || value.isJsonNull() ? 0 : value.getAsDouble();
  }
}
