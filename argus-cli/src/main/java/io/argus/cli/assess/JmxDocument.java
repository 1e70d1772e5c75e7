package io.argus.cli.assess;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.core.text.JsonText;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What {@code /jmx} of a region server showed at one moment: numbers by bean and attribute.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class JmxDocument {
  static final String REGION_SERVER = "Hadoop:service=HBase,name=RegionServer,sub=";
  static final String SERVER = REGION_SERVER + "Server";
  static final String JVM = "Hadoop:service=HBase,name=JvmMetrics";
  static final String MACHINE = "java.lang:type=OperatingSystem";
  static final String RUNTIME = "java.lang:type=Runtime";

  /** Of a histogram only the count and the mean are read. */
  private static final Pattern NOT_READ = Pattern.compile("_(min|max|median|.*percentile)$|Range");

  private final String server;
  private final Map<String, JsonObject> beans;

  private JmxDocument(String server, Map<String, JsonObject> beans) {
    this.server = server;
    this.beans = Collections.unmodifiableMap(beans);
  }

  /**
   * Reads an answer of {@code /jmx}, of all beans or of those that are needed.
   *
   * @param source where it comes from, for messages
   * @throws IllegalArgumentException if it is no such answer of a region server without Argus
   */
  static JmxDocument read(byte[] json, String source) {
    return of(beansOf(json, source), source);
  }

  /** The list of beans in an answer of {@code /jmx}. */
  static JsonArray beansOf(byte[] json, String source) {
    JsonElement tree = JsonText.tree(json, source);
    JsonElement list = tree.isJsonObject() ? tree.getAsJsonObject().get("beans") : null;
    if (list == null || !list.isJsonArray()) {
      throw new IllegalArgumentException(source + " is no answer of /jmx: it has no list 'beans'");
    }
    return list.getAsJsonArray();
  }

  static JmxDocument of(JsonArray list, String source) {
    Map<String, JsonObject> beans = new TreeMap<>();
    for (JsonElement each : list) {
      JsonElement name = each.isJsonObject() ? each.getAsJsonObject().get("name") : null;
      if (name != null && name.isJsonPrimitive()) {
        String bean = name.getAsString();
        beans.put(bean, kept(each.getAsJsonObject(), bean.equals(RUNTIME)));
      }
    }
    if (beans.keySet().stream().anyMatch(name -> name.startsWith(REGION_SERVER + "Argus"))) {
      throw new IllegalArgumentException(
          source + " is of a region server with Argus: see 'argus status' and 'argus explain'");
    }
    JsonObject server = beans.get(SERVER);
    JsonElement name = server == null ? null : server.get("tag.serverName");
    if (name == null || !name.isJsonPrimitive() || !beans.containsKey(RUNTIME)) {
      throw new IllegalArgumentException(
          source + " lacks " + SERVER + " or " + RUNTIME + ": is it of a region server?");
    }
    return new JmxDocument(name.getAsString(), beans);
  }

  /** Host, port and start code. */
  String server() {
    return server;
  }

  /** How long the server had run. */
  double uptimeMillis() {
    return number(RUNTIME, "Uptime");
  }

  /** 0 if there is no such number. */
  double number(String bean, String attribute) {
    JsonObject found = beans.get(bean);
    JsonElement value = found == null ? null : found.get(attribute);
    double number = value == null || !isNumber(value) ? 0 : value.getAsDouble();
    return Double.isFinite(number) ? number : 0;
  }

  private static boolean isNumber(JsonElement value) {
    return value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber();
  }

  Collection<String> beans() {
    return beans.keySet();
  }

  /** The attributes of a bean whose names end so. */
  List<String> attributes(String bean, String end) {
    JsonObject found = beans.get(bean);
    return found == null
        ? Collections.emptyList()
        : found.keySet().stream().filter(name -> name.endsWith(end)).collect(Collectors.toList());
  }

  String toJson() {
    JsonArray list = new JsonArray();
    beans.values().forEach(list::add);
    JsonObject document = new JsonObject();
    document.add("beans", list);
    return document + "\n";
  }

  /**
   * A bean without attributes that nobody reads. Of the runtime only how long it has run: the rest
   * is its class path and command line.
   */
  private static JsonObject kept(JsonObject bean, boolean isRuntime) {
    JsonObject kept = new JsonObject();
    for (Map.Entry<String, JsonElement> each : bean.entrySet()) {
      String attribute = each.getKey();
      boolean read =
          isRuntime
              ? attribute.equals("name") || attribute.equals("Uptime")
              : each.getValue().isJsonPrimitive() && !NOT_READ.matcher(attribute).find();
      if (read) {
        kept.add(attribute, each.getValue());
      }
    }
    return kept;
  }
}
