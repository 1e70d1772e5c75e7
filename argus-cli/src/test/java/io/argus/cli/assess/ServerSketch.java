package io.argus.cli.assess;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A region server of which the figures of a hundred seconds are given. */
final class ServerSketch {
  private static final double SECONDS = 100;

  private final String name;
  private final Map<String, JsonObject> beans = new TreeMap<>();
  private double calls;

  ServerSketch(String name) {
    this.name = name;
    set(JmxDocument.MACHINE, "AvailableProcessors", 4);
  }

  private ServerSketch set(String bean, String attribute, double value) {
    beans.computeIfAbsent(bean, b -> new JsonObject()).addProperty(attribute, value);
    return this;
  }

  private ServerSketch grows(String bean, String counter, double perSecond) {
    return set(bean, counter, perSecond * SECONDS);
  }

  ServerSketch gets(String namespace, double perSecond, double millis) {
    String bean = JmxDocument.REGION_SERVER + "TableRequests_Namespace_" + namespace + "_table_t";
    grows(bean, "GetTime_num_ops", perSecond).set(bean, "GetTime_mean", millis);
    calls += perSecond;
    return grows(JmxDocument.REGION_SERVER + "IPC", "TotalCallTime_num_ops", calls)
        .grows(JmxDocument.REGION_SERVER + "IPC", "QueueCallTime_num_ops", calls);
  }

  ServerSketch queue(double millis) {
    return set(JmxDocument.REGION_SERVER + "IPC", "QueueCallTime_mean", millis);
  }

  ServerSketch disk(double readsPerSecond, double millis) {
    String bean = JmxDocument.REGION_SERVER + "IO";
    return grows(bean, "FsPReadTime_num_ops", readsPerSecond).set(bean, "FsPReadTime_mean", millis);
  }

  ServerSketch cpu(double part) {
    return set(JmxDocument.MACHINE, "SystemCpuLoad", part);
  }

  ServerSketch collector(double part) {
    return grows(JmxDocument.JVM, "GcTimeMillis", part * 1e3);
  }

  ServerSketch blockedWrites(double part) {
    return grows(JmxDocument.SERVER, "updatesBlockedTime", part * 1e3);
  }

  ObservedServer observed() {
    List<JmxDocument> documents = new ArrayList<>();
    for (int second = 0; second <= SECONDS; second += (int) SECONDS) {
      JsonArray list = new JsonArray();
      list.add(bean(JmxDocument.RUNTIME, "Uptime", 5_000 + second * 1_000));
      JsonObject server = bean(JmxDocument.SERVER, "regionCount", 1);
      server.addProperty("tag.serverName", name);
      list.add(server);
      boolean first = second == 0;
      beans.forEach(
          (key, attributes) -> {
            JsonObject bean = key.equals(JmxDocument.SERVER) ? server : new JsonObject();
            bean.addProperty("name", key);
            attributes.keySet().stream()
                .filter(attribute -> !first || !isCounter(attribute))
                .forEach(attribute -> bean.add(attribute, attributes.get(attribute)));
            if (bean != server) {
              list.add(bean);
            }
          });
      documents.add(JmxDocument.of(list, name));
    }
    return ObservedServer.of(documents).orElseThrow();
  }

  private static boolean isCounter(String attribute) {
    return attribute.matches(".*_num_ops|GcTimeMillis|updatesBlockedTime");
  }

  private static JsonObject bean(String name, String attribute, double value) {
    JsonObject bean = new JsonObject();
    bean.addProperty("name", name);
    bean.addProperty(attribute, value);
    return bean;
  }
}
