package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.ReportCodec;
import io.argus.core.recorder.RecordFiles;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.regions.RegionCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a new master answers about numbers of servers that only the one before has seen. */
class CapacityAfterFailoverTest {
  private static final long MINUTE_MILLIS = 60_000;
  private static final long ROUND_MILLIS = 20_000;
  private static final List<String> TENANTS = List.of("hot", "cold");

  private static final ClusterTables TABLES =
      new ClusterTables() {
        @Override
        public Collection<TableDescription> tables() {
          return TENANTS.stream().map(name -> TableDescription.of(name, "rows", null)).toList();
        }

        @Override
        public TenantMapping.Fallback fallback() {
          return TenantMapping.Fallback.NAMESPACE;
        }
      };

  @TempDir private Path directory;

  private final InMemoryDocuments store = new InMemoryDocuments();
  private final Set<String> servers = new TreeSet<>();
  private long nowMillis = 1_000 * MINUTE_MILLIS;
  private long reports;

  private final ClusterRegions regions =
      new ClusterRegions() {
        @Override
        public Collection<RegionCount> regions() {
          return servers.stream()
              .flatMap(
                  server ->
                      TENANTS.stream()
                          .map(name -> new RegionCount(name + server, name + ":rows", server, 1)))
              .toList();
        }

        @Override
        public Set<String> servers() {
          return servers;
        }
      };

  private MasterNode master(String name) {
    MasterNode node = new MasterNode(store, TABLES, regions, Settings.defaults(), () -> nowMillis);
    node.runsOn(name, "", List.of());
    node.follow();
    return node;
  }

  private MasterNode recording(String name) {
    MasterNode node = master(name);
    node.record(RecordFiles.directory(directory), name, Runnable::run);
    return node;
  }

  /** A tenant that would do more; a server of three does less for it than one of two. */
  private TenantUsage usage(String tenant) {
    double operations = (tenant.equals("hot") ? 1_500 : 500) * (servers.size() == 2 ? 1 : 0.7);
    return TenantUsage.builder(TenantId.of(tenant))
        .operations(RequestKind.GET, operations)
        .hdfs(operations * 20_000, 0)
        .waits(0.1, 20, 2)
        .handlerFraction(1)
        .queue(5, 0, 1)
        .latencies(
            new Percentiles(100_000, 500_000, 1_000_000),
            new Percentiles(10_000_000, 20_000_000, 40_000_000),
            new Percentiles(1_000_000, 2_000_000, 4_000_000))
        .windowSeconds(ROUND_MILLIS / 1e3)
        .build();
  }

  private void run(MasterNode node, int minutes, String... online) {
    servers.clear();
    servers.addAll(Set.of(online));
    for (long end = nowMillis + minutes * MINUTE_MILLIS; nowMillis < end; ) {
      for (String server : servers) {
        UsageReport report =
            new UsageReport(
                server,
                nowMillis,
                ROUND_MILLIS / 1e3,
                0,
                1 << 30,
                100 << 20,
                List.of(),
                TENANTS.stream().map(this::usage).toList());
        node.report(server, ReportCodec.write(NumberedReport.complete(++reports, report)));
      }
      node.tick();
      nowMillis += ROUND_MILLIS;
    }
  }

  private static JsonObject capacity(MasterNode node) {
    byte[] body = node.page().get("/argus/capacity.json", "servers=2,3,5").orElseThrow().body();
    return JsonParser.parseString(new String(body, StandardCharsets.UTF_8)).getAsJsonObject();
  }

  private static JsonObject tenant(JsonObject capacity, int outcome, int tenant) {
    return capacity
        .getAsJsonArray("outcomes")
        .get(outcome)
        .getAsJsonObject()
        .getAsJsonArray("tenants")
        .get(tenant)
        .getAsJsonObject();
  }

  private static String basis(JsonObject capacity) {
    return tenant(capacity, 0, 0).get("basis").getAsString();
  }

  @Test
  void aNewMasterAnswersAsTheOneBefore() throws IOException {
    MasterNode first = recording("m1,1,1");
    run(first, 40, "a,1,1", "b,1,1");
    run(first, 40, "a,1,1", "b,1,1", "c,1,1");
    JsonObject before = capacity(first);
    assertThat(basis(before)).endsWith("by servers [2, 3]");

    MasterNode second = recording("m2,1,1");
    run(second, 10, "a,1,1", "b,1,1", "c,1,1");
    JsonObject after = capacity(second);
    for (String member : List.of("currentServers", "calibratedFrom", "calibratedTo", "note")) {
      assertThat(after.get(member)).as(member).isEqualTo(before.get(member));
    }
    for (int outcome = 0; outcome < 3; outcome++) {
      for (int i = 0; i < TENANTS.size(); i++) {
        JsonObject is = tenant(after, outcome, i);
        JsonObject was = tenant(before, outcome, i);
        assertThat(is.get("basis")).isEqualTo(was.get("basis"));
        for (String figure : List.of("operationsPerSecond", "least", "most")) {
          double expected = was.get(figure).getAsDouble();
          assertThat(is.get(figure).getAsDouble())
              .as(outcome + figure)
              .isCloseTo(expected, within(0.01 * expected));
        }
      }
    }
  }

  @Test
  void aMasterThatRecordsNothingKnowsItsOwnMinutesAndSaysSo() throws IOException {
    run(recording("m1,1,1"), 20, "a,1,1", "b,1,1");
    MasterNode second = master("m2,1,1");
    run(second, 20, "a,1,1", "b,1,1", "c,1,1");
    JsonObject without = capacity(second);
    assertThat(basis(without)).endsWith("by servers [3]");
    assertThat(without.get("note").getAsString())
        .startsWith("no history is recorded: only the minutes of this master count");
  }

  @Test
  void historyThatCannotBeReadIsNamed() throws IOException {
    MasterNode first = recording("m1,1,1");
    run(first, 20, "a,1,1", "b,1,1");
    MasterNode second = recording("m2,1,1");
    run(second, 20, "a,1,1", "b,1,1", "c,1,1");
    try (var files = Files.list(directory)) {
      for (Path segment : files.toList()) {
        Files.write(segment, new byte[100]);
      }
    }
    JsonObject damaged = capacity(second);
    assertThat(basis(damaged)).endsWith("by servers [3]");
    assertThat(damaged.get("note").getAsString())
        .startsWith("not all of the recorded history can be read: m1-");
  }
}
