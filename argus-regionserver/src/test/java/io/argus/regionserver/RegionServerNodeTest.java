package io.argus.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.regionserver.tenants.TableDirectory;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the components of a server say of themselves as settings change. */
class RegionServerNodeTest {
  private static final TableDirectory<String> TABLES =
      new TableDirectory<>() {
        @Override
        public TableDescription describe(String table) {
          return TableDescription.of("default", table, null);
        }

        @Override
        public TenantMapping.Fallback fallback() {
          return TenantMapping.Fallback.TABLE;
        }
      };

  private static RegionServerNode<String, String> node(Map<String, String> site) {
    return new RegionServerNode<>(Settings.read(site::get), 4, TABLES, () -> 0, null);
  }

  private static ClusterDocuments documents(Callable<String> stored) {
    return (ClusterDocuments)
        Proxy.newProxyInstance(
            RegionServerNodeTest.class.getClassLoader(),
            new Class<?>[] {ClusterDocuments.class},
            (proxy, method, arguments) -> stored.call().getBytes(StandardCharsets.UTF_8));
  }

  private static ComponentStatus status(RegionServerNode<?, ?> node, String component) {
    return node.components().statuses().stream()
        .filter(status -> status.component().equals(component))
        .findAny()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"scans", "background"})
  void aComponentThatIsInPlaceFollowsTheMode(String component) {
    RegionServerNode<String, String> node = node(Map.of("argus.mode", "off"));
    node.requests().scansAreInPlace();
    node.requests().backgroundIsInPlace();
    assertThat(status(node, component).isActive()).isFalse();
    assertThat(status(node, component).reason()).isEqualTo("argus.mode is off");
    node.link().reload(Map.of("argus.mode", "enforce")::get);
    assertThat(status(node, component).isActive()).isTrue();
    node.link().reload(Map.of("argus.mode", "off")::get);
    assertThat(status(node, component).isActive()).isFalse();
  }

  @Test
  void eachComponentNamesTheSettingOfItsOwn() {
    RegionServerNode<String, String> node =
        node(Map.of("argus.scan.pause.limit", "0", "argus.background.enabled", "false"));
    node.requests().scansAreInPlace();
    node.requests().backgroundIsInPlace();
    assertThat(status(node, "scans").reason()).isEqualTo("argus.scan.pause.limit is 0");
    assertThat(status(node, "background").reason()).isEqualTo("argus.background.enabled is false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"observe", "off"})
  void aCacheThatStaysHBasesWaitsForARestartOnceSharesAreEnforced(String mode) {
    RegionServerNode<String, String> node = node(Map.of("argus.mode", mode));
    assertThat(node.blocks().replacesCache("LruBlockCache")).isFalse();
    assertThat(status(node, "cache").reason()).isEqualTo("argus.mode is " + mode);
    node.link().reload(Map.of("argus.mode", "enforce")::get);
    assertThat(status(node, "cache").cause()).isEqualTo(Reason.NEEDS_RESTART);
    assertThat(status(node, "cache").reason())
        .startsWith("argus.mode was " + mode + ", when this server started");
    assertThat(node.requests().schedules()).as("calls do not wait for it").isTrue();
    node.link().reload(Map.of("argus.mode", mode)::get);
    assertThat(status(node, "cache").reason()).isEqualTo("argus.mode is " + mode);
  }

  @Test
  void aCacheThatIsPartitionedSaysThatItStaysUntilARestart() {
    RegionServerNode<String, String> node = node(Map.of());
    assertThat(node.blocks().replacesCache("LruBlockCache")).isTrue();
    node.blocks().areInPlace("LruBlockCache");
    assertThat(status(node, "cache").isActive()).isTrue();
    node.link().reload(Map.of("argus.mode", "off")::get);
    assertThat(status(node, "cache").cause()).isEqualTo(Reason.STAYS_UNTIL_RESTART);
    assertThat(status(node, "cache").reason()).startsWith("argus.mode is off; what Argus put");
    node.link().reload(Map.of("argus.mode", "enforce")::get);
    assertThat(status(node, "cache").isActive()).isTrue();
  }

  @Test
  void theSettingsOfTheClusterDecideAtTheStart() {
    RegionServerNode<String, String> node = node(Map.of("argus.mode", "observe"));
    node.link()
        .readSettings(
            documents(
                () -> {
                  throw new IOException("no ZooKeeper");
                }));
    assertThat(node.requests().schedules()).isFalse();
    node.link()
        .readSettings(
            documents(() -> "{\"version\":1,\"values\":{\"argus.mode\":\"enforce\"},\"log\":[]}"));
    assertThat(node.blocks().replacesCache("LruBlockCache")).isTrue();
  }

  @Test
  void whileObservingCallsAreCountedAndNothingElse() {
    RegionServerNode<String, String> node = node(Map.of("argus.mode", "observe"));
    assertThat(node.requests().counts()).isTrue();
    assertThat(node.requests().schedules()).isFalse();
    assertThat(node.requests().dividesScans("orders")).isFalse();
    node.link().reload(Map.of("argus.mode", "off")::get);
    assertThat(node.requests().counts()).isFalse();
  }

  @Test
  void allItsConnectionsAreClosedIfOneCannotBe() {
    RegionServerNode<String, String> node = node(Map.of());
    List<String> closed = new ArrayList<>();
    node.link()
        .owns(
            () -> {
              closed.add("first");
              throw new IOException("refused");
            });
    node.link().owns(() -> closed.add("second"));
    node.link().stop();
    assertThat(closed).containsExactly("first", "second");
  }

  @ParameterizedTest
  @ValueSource(strings = {"scheduler", "scans", "background", "memstore"})
  void whatNeedsARestartSaysSoWhateverIsSetLater(String component) {
    RegionServerNode<String, String> node = node(Map.of("argus.mode", "off"));
    node.requests().schedulerIsLeftOut();
    node.link().reload(Map.of("argus.mode", "enforce")::get);
    assertThat(status(node, component).isActive()).isFalse();
    assertThat(status(node, component).reason()).contains("to switch it on, restart");
    assertThat(node.requests().dividesScans()).isFalse();
    assertThat(node.writes().chargesCompactions()).isFalse();
  }
}
