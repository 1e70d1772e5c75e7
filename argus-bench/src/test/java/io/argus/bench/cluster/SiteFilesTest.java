package io.argus.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.runtime.HBaseRuntime;
import io.argus.bench.runtime.Plugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteFilesTest {
  @Test
  void tablesThatArePlacedAreNotSplit(@TempDir Path root) throws Exception {
    StateDirectory state = new StateDirectory(root);
    Ports ports = new Ports(1, 2, 3, 4, 5, 6, 7, 8, List.of(9), List.of(10));

    new SiteFiles(state, ports, HBaseRuntime.hbase26(root, 2))
        .writeHBase(ClusterSettings.defaults(), Plugin.none());

    assertThat(Files.readString(state.conf().resolve("hbase-site.xml")))
        .contains("<name>hbase.regionserver.region.split.policy</name>")
        .contains("ConstantSizeRegionSplitPolicy");
  }
}
