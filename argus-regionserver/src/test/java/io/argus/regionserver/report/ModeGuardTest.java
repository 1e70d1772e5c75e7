package io.argus.regionserver.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.LiveSettings;
import io.argus.core.documents.WireFormat;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModeGuardTest {
  private static final String SERVER = "rs1,16020,7";
  private static final String STORED = "guard/rs1,16020";
  private static final Settings SITE =
      Settings.read(key -> key.equals("argus.mode") ? "observe" : null);

  private final Store store = new Store();
  private SettingsOverrides overrides = SettingsOverrides.NONE;
  private LiveSettings live = new LiveSettings(SITE);
  private ModeGuard guard = new ModeGuard(live);

  /** Documents in memory, which may refuse to be read or written. */
  private static final class Store implements ClusterDocuments {
    private final Map<String, byte[]> documents = new TreeMap<>();
    private boolean refuses;

    private void require() throws IOException {
      if (refuses) {
        throw new IOException("on purpose");
      }
    }

    @Override
    public void watch(String name, Consumer<byte @Nullable []> listener) {}

    @Override
    public byte @Nullable [] read(String name) throws IOException {
      require();
      return documents.get(name);
    }

    @Override
    public void write(String name, byte[] data) throws IOException {
      require();
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
    public List<String> children(String name) throws IOException {
      require();
      return documents.keySet().stream()
          .filter(each -> each.startsWith(name + "/"))
          .map(each -> each.substring(name.length() + 1))
          .collect(Collectors.toList());
    }
  }

  private static UsageReport report(String server, double p99Millis) {
    TenantUsage usage =
        TenantUsage.builder(TenantId.of("alice"))
            .operations(RequestKind.GET, 1_000)
            .set(Figure.RESPONSE_P99, p99Millis * 1e6)
            .build();
    return new UsageReport(server, 5, 2, 1, 1, 1, List.of(), List.of(usage));
  }

  private void windows(int count, double p99Millis) {
    for (int i = 0; i < count; i++) {
      guard.windowEnded(store, report(SERVER, p99Millis));
    }
  }

  private void others(double p99Millis) {
    store.documents.put(
        ClusterDocuments.usageOf("rs2,16020,1"),
        WireFormat.write(report("rs2,16020,1", p99Millis)));
  }

  @Test
  void aServerThatStartsHasItsOwnModeBeforeItsFirstReport() {
    enforceHere();
    assertThat(live.get().get(Settings.MODE)).isEqualTo(Settings.Mode.OBSERVE);
    guard.startsOn(store, () -> SERVER);
    assertThat(live.get().get(Settings.MODE)).isEqualTo(Settings.Mode.ENFORCE);
  }

  @Test
  void aServerThatStartsHasTheModeOfTheClusterWhileDocumentsCannotBeRead() {
    enforceHere();
    store.refuses = true;
    guard.startsOn(store, () -> SERVER);
    assertThat(live.get().get(Settings.MODE)).isEqualTo(Settings.Mode.OBSERVE);
    store.refuses = false;
    windows(1, 5);
    assertThat(live.get().get(Settings.MODE)).isEqualTo(Settings.Mode.ENFORCE);
  }

  private void enforceHere() {
    ChangeRequest canary =
        ChangeRequest.of(Map.of("argus.mode", "enforce")).on(List.of("rs1,16020"), 2);
    overrides = overrides.with(canary, SITE, "eve", 1);
    live.accept(overrides.toJson());
  }

  private void restart() {
    live = new LiveSettings(SITE);
    guard = new ModeGuard(live);
    live.accept(overrides.toJson());
  }

  private String inForce() {
    return live.get().get(Settings.MODE) + " by " + live.modeOrigin();
  }

  @Test
  void theModeIsTakenBackAndStaysSoOverARestart() {
    others(40);
    windows(30, 40);
    enforceHere();
    windows(30, 45);
    assertThat(inForce()).isEqualTo("ENFORCE by SERVER");
    assertThat(guard.sentence())
        .isEqualTo("watches; judged 1 tenants in the last window, beside 1 other servers");

    windows(8, 400);

    assertThat(inForce()).isEqualTo("OBSERVE by GUARD");
    assertThat(guard.sentence())
        .startsWith("p99 of alice is 400 ms here; before the change 40 ms, on other servers 40 ms");
    assertThat(new String(store.documents.get(STORED), StandardCharsets.UTF_8))
        .contains("400 ms here", "\"sinceVersion\":1");
    restart();
    windows(1, 40);
    assertThat(inForce()).isEqualTo("OBSERVE by GUARD");
    assertThat(guard.sentence()).contains("400 ms");
    enforceHere();
    windows(1, 40);
    assertThat(inForce()).as("an operator tries again").isEqualTo("ENFORCE by SERVER");
  }

  @Test
  void aCanaryThatRestartsKeepsItsModeAndItsGuard() {
    others(40);
    windows(30, 40);
    enforceHere();
    windows(5, 40);
    restart();
    guard.startsOn(store, () -> "rs1,16020,8");
    assertThat(inForce()).isEqualTo("ENFORCE by SERVER");
    windows(20, 45);
    assertThat(guard.sentence())
        .isEqualTo("watches; judged 1 tenants in the last window, beside 1 other servers");
    windows(8, 400);
    assertThat(inForce()).isEqualTo("OBSERVE by GUARD");
    assertThat(guard.sentence()).contains("before the change unknown, on other servers 40 ms");
  }

  @Test
  void aRiseOnTheOthersTooTripsNothing() {
    others(40);
    windows(30, 40);
    enforceHere();
    windows(5, 40);
    others(400);
    windows(50, 400);
    assertThat(inForce()).isEqualTo("ENFORCE by SERVER");
  }

  @Test
  void aTripCountsAtOnceAndIsStoredWhenThatIsPossible() {
    windows(30, 40);
    enforceHere();
    store.refuses = true;
    windows(10, 400);
    assertThat(inForce()).isEqualTo("OBSERVE by GUARD");
    assertThat(store.documents).isEmpty();
    store.refuses = false;
    windows(1, 40);
    assertThat(store.documents).containsKey(STORED);
  }

  @Test
  void whileItIsNotKnownWhetherTheGuardHasTrippedTheModeOfTheClusterCounts() {
    enforceHere();
    store.refuses = true;
    windows(3, 40);
    assertThat(inForce()).isEqualTo("OBSERVE by SITE");
    store.refuses = false;
    windows(1, 40);
    assertThat(inForce()).isEqualTo("ENFORCE by SERVER");
  }

  @Test
  void whatSomebodyElseStoredThereHarmsNothing() {
    for (String rubbish : List.of("{", "[]", "{\"why\":7}", "null")) {
      store.documents.put(STORED, rubbish.getBytes(StandardCharsets.UTF_8));
      restart();
      enforceHere();
      windows(2, 40);
      assertThat(inForce()).as(rubbish).isEqualTo("ENFORCE by SERVER");
    }
  }
}
