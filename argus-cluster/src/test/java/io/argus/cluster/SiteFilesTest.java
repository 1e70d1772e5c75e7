package io.argus.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.cluster.runtime.Plugin;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteFilesTest {
  private static final Plugin PLUGIN = new Plugin("argus", List.of(), Map.of("argus.key", "set"));

  @TempDir private Path root;

  private SiteFiles files() {
    Ports ports = new Ports(1, 2, 3, 4, 5, 6, 7, 8, List.of(9), List.of(10));
    return new SiteFiles(new StateDirectory(root), ports, HBaseRuntime.hbase26(root, 2));
  }

  @Test
  void tablesThatArePlacedAreNotSplit() throws Exception {
    files().writeHBase(ClusterSettings.defaults(), Plugin.none());

    assertThat(root.resolve("conf/hbase-site.xml"))
        .content()
        .contains("<name>hbase.regionserver.region.split.policy</name>")
        .contains("ConstantSizeRegionSplitPolicy");
  }

  @Test
  void beansOfHBaseAreNoOlderThanASecond() throws Exception {
    files().writeHadoop(List.of(root.resolve("datanode")));

    assertThat(root.resolve("conf/hadoop-metrics2-hbase.properties")).hasContent("*.period=1");
  }

  @Test
  void aProcessHasItsOwnSiteUntilAllGetOne() throws Exception {
    Path own = root.resolve("conf/regionserver-0/hbase-site.xml");
    files().writeHBase(ClusterSettings.defaults(), Plugin.none());
    files().writeHBase("regionserver-0", ClusterSettings.defaults(), PLUGIN);

    assertThat(own).content().contains("<name>argus.key</name><value>set</value>");
    assertThat(root.resolve("conf/hbase-site.xml")).content().doesNotContain("argus.key");

    files().writeHBase(ClusterSettings.defaults(), PLUGIN);
    assertThat(own).doesNotExist();
  }
}
