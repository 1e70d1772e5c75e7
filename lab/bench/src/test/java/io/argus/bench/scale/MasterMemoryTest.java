package io.argus.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.Settings;
import io.argus.master.monitor.ClusterMonitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MasterMemoryTest {
  @Test
  void measuresTheMasterWithAFullWindow() throws IOException {
    List<String> steps = new ArrayList<>();
    MasterMemory.Result small = new MasterMemory(new ClusterSize(20, 20, 1), steps::add).run();
    MasterMemory.Result large = new MasterMemory(new ClusterSize(80, 20, 1), step -> {}).run();
    assertThat(small.windowSeconds()).isEqualTo(ClusterMonitor.spanSeconds(Settings.defaults()));
    assertThat(steps)
        .hasSizeGreaterThan((int) (1e3 * small.windowSeconds() / small.reportMillis()));
    assertThat(small.liveBytes()).isGreaterThan(100_000);
    assertThat((double) large.liveBytes() / small.liveBytes()).isBetween(2.0, 5.0);
  }
}
