package io.argus.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteLocationTest {
  @TempDir private Path directory;

  private SiteLocation site(String quorum) throws IOException {
    Files.writeString(
        directory.resolve("hbase-site.xml"),
        "<configuration>"
            + FakeCluster.property("zk.hosts", "zk1,zk2")
            + FakeCluster.property("hbase.zookeeper.quorum", quorum)
            + "</configuration>");
    return SiteLocation.of(directory);
  }

  @Test
  void variablesAreReplacedAsHBaseDoes() throws IOException {
    assertThat(site("${zk.hosts},zk3").connect()).isEqualTo("zk1:2181,zk2:2181,zk3:2181");
    assertThat(site("${java.specification.vendor}zk").connect()).doesNotContain("$");
  }

  @Test
  void aVariableThatNothingSetsIsRefusedByName() {
    assertThatThrownBy(() -> site("${zk.host}"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hbase.zookeeper.quorum is '${zk.host}'");
    assertThatThrownBy(() -> site("${hbase.zookeeper.quorum}")).isInstanceOf(IOException.class);
  }

  @Test
  void aQuorumThatOnlyAnIncludedFileMayHaveIsAskedFor() throws IOException {
    String includes =
        "<configuration xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='zk.xml'/>";
    Path file = directory.resolve("hbase-site.xml");
    Files.writeString(file, includes + "</configuration>");
    assertThatThrownBy(() -> SiteLocation.of(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("lacks hbase.zookeeper.quorum");

    String quorum = FakeCluster.property("hbase.zookeeper.quorum", "zk1");
    Files.writeString(file, includes + quorum + "</configuration>");
    assertThat(SiteLocation.of(file).connect()).isEqualTo("zk1:2181");
  }

  @Test
  void whereTheEnvironmentNamesNoneTheDirectoryOfDistributionsIsTried() throws IOException {
    Path file = site("zk1").file();
    assertThat(SiteLocation.configured(Map.of(), directory).file()).isEqualTo(file);
    Path other = directory.resolve("other");
    assertThatThrownBy(
            () -> SiteLocation.configured(Map.of("HBASE_HOME", other.toString()), directory))
        .hasMessageContaining("there is no " + other.resolve("conf"));
    assertThatThrownBy(() -> SiteLocation.configured(Map.of("HBASE_HOME", ""), other))
        .hasMessageContaining("which cluster? Name its hbase-site.xml")
        .hasMessageEndingWith("there is none in " + other);
  }
}
