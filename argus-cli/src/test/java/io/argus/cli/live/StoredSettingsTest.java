package io.argus.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.ChangeRequest;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StoredSettingsTest {
  @RegisterExtension private final FakeCluster cluster = new FakeCluster();

  @Test
  void whatSomebodyElseSlosMeanwhileIsNotLost() throws Exception {
    AtomicBoolean others = new AtomicBoolean();
    try (LiveCluster live = LiveCluster.connect(SiteLocation.of(cluster.directory()))) {
      live.settings()
          .merge(
              stored -> {
                if (others.compareAndSet(false, true)) {
                  cluster.change("argus.slos", before -> "alice:ops=5");
                }
                String text = stored.values().getOrDefault("argus.slos", "");
                return ChangeRequest.of(
                    Map.of("argus.slos", text.isEmpty() ? "bob:ops=7" : text + ",bob:ops=7"));
              });
    }
    assertThat(cluster.overrides().values()).containsEntry("argus.slos", "alice:ops=5,bob:ops=7");
  }
}
