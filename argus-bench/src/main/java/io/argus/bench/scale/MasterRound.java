package io.argus.bench.scale;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageReport;
import io.argus.master.MasterPlanner;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of the real master over given reports, and the documents that it writes.
 *
 * <p>Used by one thread, whose processor time it counts.
 */
final class MasterRound {
  private static final long ROUND_MILLIS = 2_000;

  private final Documents documents = new Documents();
  private final Set<TenantId> tenants = new TreeSet<>();
  private double millis;

  MasterRound(ClusterSize size) {
    for (int t = 0; t < size.tenants(); t++) {
      tenants.add(SimulatedServer.tenant(t));
    }
  }

  /** Runs two rounds: the first gives equal shares, the second decides. */
  void run(Map<String, UsageReport> reports) {
    ReceivedReports received = ReceivedReports.ofRead(reports);
    ClusterView view =
        new ClusterView() {
          @Override
          public ReceivedReports usageReports(long nowMillis) {
            return received;
          }

          @Override
          public Set<TenantId> tenants() {
            return tenants;
          }
        };
    Settings settings = Settings.read(key -> key.equals("argus.planner.period") ? "1000" : null);
    MasterPlanner planner = new MasterPlanner(view, documents, () -> settings);
    planner.tick(0);
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    planner.tick(4 * ROUND_MILLIS);
    millis = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e6;
  }

  /** Processor time of the round that decided. */
  double millis() {
    return millis;
  }

  int bytes(String document) {
    byte[] stored = documents.read(document);
    return stored == null ? 0 : stored.length;
  }

  /** Length of each document, bytes. */
  SortedMap<String, Integer> documents() {
    SortedMap<String, Integer> lengths = new TreeMap<>();
    documents.stored.forEach((name, bytes) -> lengths.put(name, bytes.length));
    return lengths;
  }

  /** Documents in memory, of any length. */
  private static final class Documents implements ClusterDocuments {
    private final Map<String, byte[]> stored = new TreeMap<>();

    @Override
    public void watch(String name, Consumer<byte @Nullable []> listener) {
      listener.accept(stored.get(name));
    }

    @Override
    public byte @Nullable [] read(String name) {
      return stored.get(name);
    }

    @Override
    public void write(String name, byte[] data) {
      stored.put(name, data);
    }

    @Override
    public void writeEphemeral(String name, byte[] data) {
      stored.put(name, data);
    }

    @Override
    public void delete(String name) {
      stored.remove(name);
    }

    @Override
    public List<String> children(String name) {
      return stored.keySet().stream()
          .filter(stored -> stored.startsWith(name + "/"))
          .map(stored -> stored.substring(name.length() + 1))
          .toList();
    }
  }
}
