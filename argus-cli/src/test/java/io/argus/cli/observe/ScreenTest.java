package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.master.status.ClusterStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private static final ClusterStatus STATUS =
      ClusterStatus.read(
          ("{'mode':'OBSERVE','planReason':'','planVersion':7,'planMode':'AUTO','writtenMillis':1000,"
                  + "'jIndex':0.9,'servers':[],'problems':['x'],'tenants':["
                  + "{'tenant':'fine','throughputLoss':0.1},{'tenant':'idle','demandLimited':true},"
                  + "{'tenant':'slowed','demandLimited':true,'capped':true,'cap':{'bytesPerSecond':1000000}},"
                  + "{'tenant':'hurt','throughputLoss':0.7,'cacheShare':0.25,'operationsPerSecond':1234,"
                  + "'cpuShare':0.3,'usedCpuShare':0.45}]}")
              .replace('\'', '"')
              .getBytes(StandardCharsets.UTF_8));

  @Test
  void theGreatestLossComesFirst() {
    List<String[]> rows = Screen.rows(STATUS, true);
    assertThat(rows)
        .extracting(row -> row[0])
        .containsExactly("tenant", "hurt", "fine", "idle", "slowed");
    assertThat(rows.get(1)).contains("70%", "1,234", "25%", "0.30/0.45");
    assertThat(rows.get(3)[1]).isEqualTo("demand-limited");
    assertThat(rows.get(4)[1]).isEqualTo("capped 1,000,000 bytes/s");
    assertThat(Screen.rows(STATUS, false).get(4)[1]).isEqualTo("capped");
    assertThat(StatusText.lines(STATUS, false))
        .anyMatch(line -> line.startsWith("4 tenants, 0 below their shares, 1 at their caps; "))
        .anyMatch(line -> line.contains("capped 1,000,000 bytes/s"));
    assertThat(Screen.head(STATUS, 5_000, true).get(0))
        .contains("mode observe", "plan v7 auto", "1 prob");
    assertThat(Screen.head(STATUS, 5_000, true).get(1)).contains("J 0.900", "as of 4 s ago");
  }

  @Test
  void aClassAtItsCapIsNamedAndTheWideTextHasAllClasses() {
    ClusterStatus status =
        ClusterStatus.read(
            ("{'mode':'ENFORCE','planReason':'','servers':[],'problems':[],'tenants':["
                    + "{'tenant':'shop','throughputLoss':0.1,'classes':["
                    + "{'name':'batch','operationsPerSecond':50,'cap':{'operationsPerSecond':50},"
                    + "'capped':true,'capFraction':1.004,'capWaitFraction':12.3},"
                    + "{'name':'default','operationsPerSecond':1234}]}]}")
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8));
    List<String> lines = StatusText.lines(status, true);
    assertThat(lines)
        .anyMatch(line -> line.startsWith("1 tenants, 0 below their shares, 1 at their caps; "))
        .anyMatch(line -> line.startsWith("shop ") && line.contains(" batch capped 50 ops/s "))
        .anyMatch(line -> line.matches("class +ops/s +cap +used +wait for it"))
        .anyMatch(line -> line.matches("shop/batch +50 +50 ops/s +100% +12.3"))
        .anyMatch(line -> line.matches("shop/default +1,234 +- +- +0.0"));
    assertThat(StatusText.lines(status, false))
        .anyMatch(line -> line.contains("batch capped 50 ops/s"))
        .noneMatch(line -> line.startsWith("shop/"));
  }

  @Test
  void aMasterThatHasNotPlannedYetHasNoPlan() {
    ClusterStatus first =
        ClusterStatus.read(
            "{'mode':'OBSERVE','planReason':'','tenants':[],'servers':[],'problems':[]}"
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8));
    assertThat(Screen.plan(first)).isEqualTo("no plan yet");
  }

  @Test
  void whatDoesNotFitIsCounted() {
    List<String> lines =
        Screen.fitted(List.of("head", "", ""), List.of("t", "aaaaaa", "b", "c"), 8, 4);
    assertThat(lines).containsExactly("head", "", "", "t", "aaaa", "b", "and ");
    assertThat(Screen.fitted(List.of("head"), List.of("t", "a"), Integer.MAX_VALUE, 80))
        .containsExactly("head", "t", "a");
  }
}
