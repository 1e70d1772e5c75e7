package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.Map;
import java.util.TreeMap;

/** Argus's beans in {@code /jmx} of a server, by the part of their name after the prefix. */
public record JmxBeans(Map<String, JsonObject> beans) {
  private static final String MARK = "Argus";

  public static JmxBeans read(int port) throws Exception {
    JsonObject page = JsonParser.parseString(WebPage.get(port, "/jmx").body()).getAsJsonObject();
    Map<String, JsonObject> beans = new TreeMap<>();
    for (JsonElement element : page.getAsJsonArray("beans")) {
      JsonObject bean = element.getAsJsonObject();
      String name = bean.get("name").getAsString();
      if (name.contains("=" + MARK)) {
        beans.put(name.substring(name.indexOf("=" + MARK) + 1), bean);
      }
    }
    return new JmxBeans(beans);
  }

  /** CPU time of the server's process so far, in seconds, by the virtual machine itself. */
  static double cpuSeconds(int port) throws Exception {
    JsonObject page = JsonParser.parseString(WebPage.get(port, "/jmx").body()).getAsJsonObject();
    for (JsonElement bean : page.getAsJsonArray("beans")) {
      if (bean.getAsJsonObject()
          .get("name")
          .getAsString()
          .equals("java.lang:type=OperatingSystem")) {
        return bean.getAsJsonObject().get("ProcessCpuTime").getAsLong() / 1e9;
      }
    }
    throw new AssertionError("no bean of the operating system");
  }

  public JsonObject of(String name) {
    assertThat(beans).containsKey(name);
    return beans.get(name);
  }
}
