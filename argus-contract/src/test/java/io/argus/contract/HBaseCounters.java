package io.argus.contract;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up what HBase itself counts while servers die and regions move: the requests of tables, and
 * the bytes on the wire of region servers where HBase tells them. It looks several times a second,
 * so that what a server counted last is nearly known when it is killed.
 */
final class HBaseCounters implements AutoCloseable {
  private static final long POLL_MILLIS = 150;

  private final TestCluster cluster;
  private final Map<String, String> tables;
  private final Thread thread;
  private final Map<String, long[]> last = new HashMap<>();
  private final Map<String, long[]> sums = new TreeMap<>();
  private volatile boolean ending;

  /**
   * @param tables tenant by table
   */
  HBaseCounters(TestCluster cluster, Map<String, String> tables) {
    this.cluster = cluster;
    this.tables = tables;
    this.thread = new Thread(this::run, "hbase-counters");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!ending) {
      look();
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Adds what the counters have grown since the last look. */
  void look() {
    tables.forEach(
        (table, tenant) -> {
          try {
            cluster.client().requests(table).forEach((region, is) -> add(region, tenant, is));
          } catch (Exception e) {
            // a server that is down, or a master, has no counters now
          }
        });
    for (int i = 0; i < cluster.regionServers(); i++) {
      try {
        addBytes(i);
      } catch (Exception e) {
        // as above
      }
    }
  }

  private void addBytes(int server) throws Exception {
    String body = WebPage.get(cluster.regionServerPort(server), "/jmx").body();
    JsonObject page = JsonParser.parseString(body).getAsJsonObject();
    String start = cluster.report(server).server();
    for (JsonElement element : page.getAsJsonArray("beans")) {
      JsonObject bean = element.getAsJsonObject();
      if (bean.get("name").getAsString().equals("Hadoop:service=HBase,name=RegionServer,sub=IPC")) {
        add(
            "bytes " + start,
            "bytes",
            new long[] {bean.get("receivedBytes").getAsLong(), bean.get("sentBytes").getAsLong()});
      }
    }
  }

  private synchronized void add(String counter, String name, long[] is) {
    long[] was = last.put(counter, is);
    long[] sum = sums.computeIfAbsent(name, n -> new long[is.length]);
    for (int i = 0; i < is.length; i++) {
      sum[i] += was == null || is[i] < was[i] ? is[i] : is[i] - was[i];
    }
  }

  /** Requests that read rows of a tenant. */
  synchronized long read(String tenant) {
    return sums.getOrDefault(tenant, new long[2])[0];
  }

  /** Requests that wrote rows of a tenant. */
  synchronized long written(String tenant) {
    return sums.getOrDefault(tenant, new long[2])[1];
  }

  /** Bytes that all region servers received in requests; 0 if HBase does not tell. */
  synchronized long receivedBytes() {
    return sums.getOrDefault("bytes", new long[2])[0];
  }

  /** Bytes that all region servers sent in answers; 0 if HBase does not tell. */
  synchronized long sentBytes() {
    return sums.getOrDefault("bytes", new long[2])[1];
  }

  @Override
  public void close() throws InterruptedException {
    ending = true;
    thread.interrupt();
    thread.join(20_000);
  }
}
