package io.argus.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.ComponentStatus;
import io.argus.regionserver.tenants.TableDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  @ValueSource(strings = {"scheduler", "scans", "background"})
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
