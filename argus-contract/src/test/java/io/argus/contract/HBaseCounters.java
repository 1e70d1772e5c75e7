package io.argus.contract;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Adds up what HBase itself counts of the requests of tables, while servers die and regions move.
 * What was counted by a server before it dies counts if there was a look after it.
 *
 * <p>For use by one thread.
 */
final class HBaseCounters {
  private static final String RPC_SERVER = "Hadoop:service=HBase,name=RegionServer,sub=IPC";

  private final TestCluster cluster;
  private final Map<String, String> tables;
  private final Map<String, long[]> last = new HashMap<>();
  private final Map<String, long[]> sums = new TreeMap<>();

  /**
   * @param tables tenant by table
   */
  HBaseCounters(TestCluster cluster, Map<String, String> tables) {
    this.cluster = cluster;
    this.tables = tables;
  }

  /** Adds what the counters have grown since the last look. */
  void look() throws Exception {
    for (Map.Entry<String, String> table : tables.entrySet()) {
      cluster
          .client()
          .requests(table.getKey())
          .forEach((region, requests) -> add(table.getValue(), region, requests));
    }
  }

  private void add(String tenant, String region, long[] is) {
    long[] was = last.put(region, is);
    long[] sum = sums.computeIfAbsent(tenant, n -> new long[is.length]);
    for (int i = 0; i < is.length; i++) {
      sum[i] += was == null || is[i] < was[i] ? is[i] : is[i] - was[i];
    }
  }

  /** Requests that read rows of a tenant. */
  long read(String tenant) {
    return sums.get(tenant)[0];
  }

  /** Requests that wrote rows of a tenant. */
  long written(String tenant) {
    return sums.get(tenant)[1];
  }

  /** Bytes of requests and of answers of all region servers; empty if HBase does not count them. */
  Optional<long[]> wireBytes() throws Exception {
    long[] bytes = new long[2];
    boolean counted = false;
    for (int server = 0; server < cluster.regionServers(); server++) {
      String body = WebPage.get(cluster.regionServerPort(server), "/jmx").body();
      for (JsonElement element :
          JsonParser.parseString(body).getAsJsonObject().getAsJsonArray("beans")) {
        JsonObject bean = element.getAsJsonObject();
        if (bean.get("name").getAsString().equals(RPC_SERVER)) {
          bytes[0] += bean.get("receivedBytes").getAsLong();
          bytes[1] += bean.get("sentBytes").getAsLong();
          counted = true;
        }
      }
    }
    return counted ? Optional.of(bytes) : Optional.empty();
  }
}
