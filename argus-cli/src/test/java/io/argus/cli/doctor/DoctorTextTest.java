package io.argus.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.doctor.Finding.Severity;
import io.argus.cli.output.Output;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.ServerSetup.ModeOrigin;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.status.ClusterStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DoctorTextTest {
  private static final int SERVERS = 60;
  private static final int LINES = 50;
  private static final long NOW = 1_000_000;

  private static String server(int i) {
    return "regionserver" + (10 + i) + ".prod.eu-central.example.com,16020,1764000000" + (100 + i);
  }

  private static UsageReport report(int i) {
    List<ComponentStatus> components = new ArrayList<>();
    if (i % 10 == 0) {
      components.add(ComponentStatus.of(Component.CACHE, Reason.OTHER_BLOCK_CACHE, "IndexOnlyLru"));
    }
    TenantUsage usage =
        TenantUsage.builder(TenantId.of("a")).waits(i % 3 == 0 ? 2 : 0, i % 3, i % 2).build();
    ServerSetup setup =
        ServerSetup.of(Settings.defaults(), List.of("argus.unknown" + i), 30, 16, "");
    return new UsageReport(server(i), NOW, 2, i % 4 == 0 ? 2 : 3, 1, 1, components, List.of(usage))
        .with(i < 2 ? setup.withMode(ModeOrigin.GUARD, "p99 of a was 9" + i + " ms") : setup);
  }

  /** Of sixty servers the last ten do not report. */
  private static Diagnosis sixty() {
    List<String> live = new ArrayList<>();
    Map<String, UsageReport> reports = new TreeMap<>();
    for (int i = 0; i < SERVERS; i++) {
      live.add(server(i));
      if (i < 50) {
        reports.put(server(i), report(i));
      }
    }
    String status =
        "{'version':1,'writtenMillis':"
            + NOW
            + ",'mode':'ENFORCE','planVersion':3,"
            + "'planAgeMillis':60000,'planReason':'','tenants':[],'servers':[],'problems':["
            + "'first "
            + "problem ".repeat(60)
            + "','second','third','fourth','fifth']}";
    return Diagnosis.of(
        new Evidence(
            live,
            new TreeMap<>(),
            reports,
            new TreeMap<>(),
            Optional.of(
                ClusterStatus.read(status.replace('\'', '"').getBytes(StandardCharsets.UTF_8))),
            Optional.empty(),
            List.of("argus", "argus/plan", "argus/pin"),
            true,
            Map.of(),
            NOW));
  }

  @Test
  void sixtyServersFitOnAScreen() {
    List<String> lines = DoctorText.lines(sixty().findings());
    int rows = lines.stream().mapToInt(line -> (line.length() - 1) / Output.WIDTH + 1).sum();
    assertThat(rows + 1).as(String.join("\n", lines)).isLessThanOrEqualTo(LINES);
    assertThat(lines)
        .anyMatch(
            line ->
                line.startsWith(
                    "PROBLEM jar-missing: 10 (regionserver60:16020, regionserver61:16020"))
        .anyMatch(line -> line.startsWith("PROBLEM plan-behind: 13 (") && line.contains("10 more)"))
        .anyMatch(line -> line.startsWith("PROBLEM block-cache: 5 ("))
        .anyMatch(
            line -> line.equals("PROBLEM unknown-key: and 47 more of this kind; -o wide has them"))
        .anyMatch(line -> line.equals("PROBLEM planner: and 2 more of this kind; -o wide has them"))
        .anyMatch(line -> line.startsWith("NOTE bottleneck: ") && line.contains("disk (HDFS)"));
    assertThat(lines).filteredOn(line -> line.startsWith("PROBLEM guard-tripped")).hasSize(2);
    assertThat(DoctorText.wide(sixty().findings()))
        .hasSameSizeAs(sixty().findings())
        .anyMatch(line -> line.contains(server(49)))
        .anyMatch(line -> line.startsWith("NOTE bottleneck: " + server(7)));
  }

  @Test
  void aFindingThatIsAloneIsToldAsItIs() {
    Finding alone = new Finding(Severity.NOTE, "n", List.of("a,1,1", "b"), "is so: 7", "are so");
    Finding other = new Finding(Severity.NOTE, "n", List.of("c"), "is so: 8", "are so");
    assertThat(DoctorText.lines(List.of(alone))).containsExactly("NOTE n: a,1,1, b is so: 7");
    assertThat(DoctorText.lines(List.of(alone, other)))
        .containsExactly("NOTE n: 3 (a:1, b, c): are so");
  }
}
