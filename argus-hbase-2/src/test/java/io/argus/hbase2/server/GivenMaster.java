package io.argus.hbase2.server;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.ReportCodec;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.ClusterRegions;
import io.argus.master.ClusterTables;
import io.argus.master.MasterNode;
import io.argus.master.regions.RegionCount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The active master's node of this process, fed with given regions and reports. */
public final class GivenMaster implements ClusterDocuments, ClusterTables, ClusterRegions {
  private static final double READS_PER_SECOND = 600;
  private static final long BLOCK_BYTES = 64 << 10;
  private static final long CACHE_BYTES = 200L << 20;

  private final Map<String, byte[]> documents = new HashMap<>();
  private final List<RegionCount> regions = new ArrayList<>();
  private final Map<String, List<TenantUsage>> usages = new HashMap<>();
  private final MasterNode node;
  private long nowMillis = 1_000_000;

  public GivenMaster(Map<String, String> conf) {
    node = new MasterNode(this, this, this, Settings.read(conf::get), () -> nowMillis);
    ServerNodes.becameActive(node);
  }

  /** No master of this process is active. */
  public static void none() {
    ServerNodes.becameActive(null);
  }

  public MasterNode node() {
    return node;
  }

  public GivenMaster region(String encodedName, String table, String server) {
    regions.add(new RegionCount(encodedName, table, server, 0));
    usages.computeIfAbsent(server, s -> new ArrayList<>());
    return this;
  }

  /** A tenant on a server with far more data than the cache, which gets half of the disk. */
  public GivenMaster diskBound(String tenant, String server) {
    double operations = READS_PER_SECOND / 2 / 0.9;
    double misses = READS_PER_SECOND / 2;
    Percentiles wait = new Percentiles(20_000_000, 40_000_000, 60_000_000);
    usages
        .computeIfAbsent(server, s -> new ArrayList<>())
        .add(
            TenantUsage.builder(TenantId.of(tenant))
                .operations(RequestKind.GET, operations)
                .keyRepeatRatio(0.01)
                .cache(CACHE_BYTES / 2, CACHE_BYTES / 2, 3 * operations - misses, misses)
                .hdfs(misses * BLOCK_BYTES, 0)
                .handlerFraction(operations * 30e-6)
                .queue(40, 0, 0.99)
                .latencies(wait, wait, wait)
                .waits(5, 40, misses * 2e-3)
                .build());
    return this;
  }

  /** Lets region servers report and the master plan, so often. */
  public void rounds(int count) {
    for (int i = 0; i < count; i++) {
      long number = nowMillis;
      nowMillis += 10_000;
      usages.forEach(
          (server, tenants) ->
              documents.put(
                  ClusterDocuments.usageOf(server),
                  ReportCodec.write(
                      NumberedReport.complete(
                          number,
                          new UsageReport(
                              server,
                              nowMillis,
                              10,
                              0,
                              CACHE_BYTES,
                              READS_PER_SECOND * BLOCK_BYTES,
                              List.of(),
                              tenants)))));
      node.plan();
    }
  }

  @Override
  public Collection<RegionCount> regions() {
    return regions;
  }

  @Override
  public Set<String> servers() {
    return usages.keySet();
  }

  @Override
  public Collection<TableDescription> tables() {
    List<TableDescription> tables = new ArrayList<>();
    for (String table : regions.stream().map(RegionCount::table).distinct().toList()) {
      String[] parts = table.split(":");
      tables.add(TableDescription.of(parts[0], parts[1], null));
    }
    return tables;
  }

  @Override
  public TenantMapping.Fallback fallback() {
    return TenantMapping.Fallback.NAMESPACE;
  }

  @Override
  public void watch(String name, Consumer<byte @Nullable []> listener) {}

  @Override
  public byte @Nullable [] read(String name) {
    return documents.get(name);
  }

  @Override
  public void write(String name, byte[] data) throws IOException {
    ClusterDocuments.requireFits(name, data);
    documents.put(name, data);
  }

  @Override
  public void writeEphemeral(String name, byte[] data) throws IOException {
    write(name, data);
  }

  @Override
  public void delete(String name) {
    documents.remove(name);
  }

  @Override
  public List<String> children(String name) {
    return documents.keySet().stream()
        .filter(path -> path.startsWith(name + "/"))
        .map(path -> path.substring(name.length() + 1))
        .toList();
  }
}
