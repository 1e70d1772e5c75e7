package io.argus.contract;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up what HBase itself counts of the requests of tables, while region servers die. Nothing may
 * be under way during the last look before one dies; regions move only then.
 *
 * <p>For use by one thread.
 */
final class HBaseCounters {
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
  void poll() throws Exception {
    for (Map.Entry<String, String> table : tables.entrySet()) {
      cluster
          .client()
          .requests(table.getKey())
          .forEach((region, requests) -> add(table.getValue(), region, requests));
    }
  }

  private void add(String tenant, String region, long[] is) {
    long[] was = last.getOrDefault(region, new long[is.length]);
    last.put(region, is);
    long[] sum = sums.computeIfAbsent(tenant, n -> new long[is.length]);
    for (int i = 0; i < is.length; i++) {
      sum[i] += is[i] - was[i];
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
}
