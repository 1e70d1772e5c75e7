package io.argus.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {
  private static final String SITE =
      """
      <?xml version="1.0"?>
      <!-- kept by hand -->
      <configuration>
        <property>
          <name>hbase.rootdir</name>
          <value>hdfs://nn/hbase</value>
        </property>
        <property>
          <name>hbase.coprocessor.master.classes</name>
          <value>org.acme.Audit</value>
        </property>
        <property>
          <name>hbase.region.server.rpc.scheduler.factory.class</name>
          <value>org.apache.hadoop.hbase.ipc.PhoenixRpcSchedulerFactory</value>
        </property>
      </configuration>
      """;

  @TempDir private Path home;
  private Path site;
  private Path jar;
  private Installation installation;

  @BeforeEach
  void anHBaseInstallation() throws IOException {
    Files.createDirectories(home.resolve("lib"));
    Files.createDirectories(home.resolve("conf"));
    site = home.resolve("conf/hbase-site.xml");
    Files.writeString(site, SITE);
    jar = home.resolve("argus-hbase-2-1.0-dropin.jar");
    Files.writeString(jar, "jar");
    installation = new Installation(home, Hook.HBASE_2);
  }

  private String value(String key) throws IOException {
    return SiteFile.read(site).get(key).orElse("");
  }

  @Test
  void listsAreExtendedAndTheDisplacedSchedulerIsRemembered() throws IOException {
    installation.install(jar, false);
    assertThat(value("hbase.coprocessor.master.classes"))
        .isEqualTo("org.acme.Audit,io.argus.hbase2.ArgusMasterCoprocessor");
    assertThat(value("hbase.http.filter.initializers"))
        .isEqualTo(
            "org.apache.hadoop.hbase.http.lib.StaticUserWebFilter,"
                + "io.argus.hbase2.ArgusFilterInitializer");
    assertThat(value("hbase.region.server.rpc.scheduler.factory.class"))
        .isEqualTo("io.argus.hbase2.ArgusRpcSchedulerFactory");
    assertThat(value("argus.scheduler.delegate"))
        .isEqualTo("org.apache.hadoop.hbase.ipc.PhoenixRpcSchedulerFactory");
    assertThat(Files.readString(site)).contains("kept by hand");
    assertThat(home.resolve("lib/argus-hbase-2-1.0-dropin.jar")).exists();
  }

  @Test
  void installingTwiceChangesNothingMoreAndANewJarReplacesTheOld() throws IOException {
    installation.install(jar, false);
    String once = Files.readString(site);
    Path newer = home.resolve("argus-hbase-2-1.1-dropin.jar");
    Files.writeString(newer, "newer jar");
    installation.install(newer, false);
    assertThat(Files.readString(site)).isEqualTo(once);
    assertThat(home.resolve("lib/argus-hbase-2-1.0-dropin.jar")).doesNotExist();
    assertThat(home.resolve("lib/argus-hbase-2-1.1-dropin.jar")).exists();
  }

  @Test
  void aNewInstallationObservesAndAnUpgradeKeepsTheMode() throws IOException {
    assertThat(installation.install(jar, false))
        .contains("set argus.mode = observe (nothing is enforced before 'argus mode')");
    assertThat(value("argus.mode")).isEqualTo("observe");
    String installed = Files.readString(site);
    Files.writeString(site, installed.replace("observe", "off"));
    assertThat(installation.install(jar, false)).contains("keep argus.mode = off");
    assertThat(value("argus.mode")).isEqualTo("off");
    SiteFile without = SiteFile.read(site);
    without.remove("argus.mode");
    Files.writeString(site, without.text());
    installation.install(jar, false);
    assertThat(value("argus.mode")).as("enforces since an earlier version").isEmpty();
  }

  @Test
  void aDryRunSaysTheSameAndDoesNothing() throws IOException {
    List<String> dry = installation.install(jar, true);
    assertThat(Files.readString(site)).isEqualTo(SITE);
    assertThat(home.resolve("lib")).isEmptyDirectory();
    assertThat(installation.install(jar, false)).isEqualTo(dry);
  }

  @Test
  void undoBringsBackTheVeryFile() throws IOException {
    installation.install(jar, false);
    installation.undo(false);
    assertThat(Files.readString(site)).isEqualTo(SITE);
    assertThat(home.resolve("lib")).isEmptyDirectory();
    assertThat(home.resolve("conf")).isDirectoryContaining(site::equals);
  }

  @Test
  void undoKeepsWhatSomebodyChangedSince() throws IOException {
    installation.install(jar, false);
    Files.writeString(
        site, Files.readString(site).replace("hdfs://nn/hbase", "hdfs://other/hbase"));
    installation.undo(false);
    assertThat(value("hbase.rootdir")).isEqualTo("hdfs://other/hbase");
    assertThat(value("hbase.coprocessor.master.classes")).isEqualTo("org.acme.Audit");
    assertThat(value("hbase.region.server.rpc.scheduler.factory.class"))
        .isEqualTo("org.apache.hadoop.hbase.ipc.PhoenixRpcSchedulerFactory");
    assertThat(Files.readString(site)).doesNotContain("argus");
  }

  @Test
  void undoKeepsWhatSomebodyChangedBeforeAnUpgrade() throws IOException {
    installation.install(jar, false);
    Files.writeString(
        site, Files.readString(site).replace("hdfs://nn/hbase", "hdfs://other/hbase"));
    installation.install(jar, false);
    installation.undo(false);
    assertThat(value("hbase.rootdir")).isEqualTo("hdfs://other/hbase");
    assertThat(Files.readString(site)).doesNotContain("argus");
    assertThat(home.resolve("conf")).isDirectoryNotContaining("glob:**argus");
  }

  @Test
  void undoTakesOutTheKeysOfEitherRelease() throws IOException {
    Path jar094 = home.resolve("argus-hbase-0.94-1.0-dropin.jar");
    Files.writeString(jar094, "jar");
    new Installation(home, Hook.HBASE_0_94).install(jar094, false);
    Files.writeString(
        site, Files.readString(site).replace("hdfs://nn/hbase", "hdfs://other/hbase"));
    installation.undo(false);
    assertThat(Files.readString(site)).doesNotContain("argus");
    assertThat(home.resolve("lib")).isEmptyDirectory();
  }

  @Test
  void rightsStayAsTheyAreAndALinkStaysALink() throws IOException {
    Path real = Files.move(site, home.resolve("site.xml"));
    Set<PosixFilePermission> rights = PosixFilePermissions.fromString("rw-r-----");
    Files.setPosixFilePermissions(real, rights);
    Files.createSymbolicLink(site, real);
    installation.install(jar, false);
    assertThat(site).isSymbolicLink();
    try (Stream<Path> files = Files.list(home.resolve("conf"))) {
      for (Path file : files.toList()) {
        assertThat(Files.getPosixFilePermissions(file)).as(file.toString()).isEqualTo(rights);
      }
    }
    assertThat(Files.readString(real)).contains("io.argus");
    installation.undo(false);
    assertThat(site).isSymbolicLink();
    assertThat(Files.readString(real)).isEqualTo(SITE);
    assertThat(Files.getPosixFilePermissions(real)).isEqualTo(rights);
  }

  @Test
  void on094TheRegionServerClassGivesWayAndComesBack() throws IOException {
    Files.writeString(
        site,
        SITE.replace("hbase.region.server.rpc.scheduler.factory.class", "hbase.regionserver.impl"));
    Path jar094 = home.resolve("argus-hbase-0.94-1.0-dropin.jar");
    Files.writeString(jar094, "jar");
    Installation on094 = new Installation(home, Hook.HBASE_0_94);
    on094.install(jar094, false);
    assertThat(value("hbase.regionserver.impl")).isEqualTo("io.argus.hbase094.ArgusRegionServer");
    assertThat(value("hbase.coprocessor.master.classes"))
        .isEqualTo("org.acme.Audit,io.argus.hbase094.ArgusMasterObserver");
    assertThat(home.resolve("lib/argus-hbase-0.94-1.0-dropin.jar")).exists();
    Files.writeString(
        site, Files.readString(site).replace("hdfs://nn/hbase", "hdfs://other/hbase"));
    on094.undo(false);
    assertThat(value("hbase.regionserver.impl"))
        .isEqualTo("org.apache.hadoop.hbase.ipc.PhoenixRpcSchedulerFactory");
    assertThat(Files.readString(site)).doesNotContain("argus");
    assertThat(home.resolve("lib")).isEmptyDirectory();
  }

  @Test
  void undoWithoutInstallHasNothingToDo() throws IOException {
    assertThat(installation.undo(false)).isEmpty();
    assertThat(Files.readString(site)).isEqualTo(SITE);
  }

  @Test
  void whatIsNoInstallationOrNoSiteFileIsRefusedByName() throws IOException {
    assertThatThrownBy(() -> new Installation(home.resolve("lib"), Hook.HBASE_2))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("must contain the directories lib and conf");
    Files.writeString(site, "<configuration><property>");
    assertThatThrownBy(() -> installation.install(jar, false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hbase-site.xml cannot be read as XML");
    assertThat(home.resolve("lib")).isEmptyDirectory();
  }

  @Test
  void anInstallationThatFailsLeavesTheSiteFileAsItIs() throws IOException {
    Path inTheWay = home.resolve("lib/argus-hbase-2-1.0-dropin.jar");
    Files.createDirectories(inTheWay.resolve("full"));
    assertThatThrownBy(() -> installation.install(jar, false)).isInstanceOf(IOException.class);
    assertThat(Files.readString(site)).isEqualTo(SITE);
    assertThat(home.resolve("conf")).isDirectoryContaining(site::equals);
  }

  @Test
  void aSiteFileThatCannotBeWrittenLeavesTheJarsAsTheyAre() throws IOException {
    Path inTheWay = home.resolve("conf/hbase-site.xml.new/full");
    Files.createDirectories(inTheWay);
    assertThatThrownBy(() -> installation.install(jar, false)).isInstanceOf(IOException.class);
    assertThat(home.resolve("lib")).isEmptyDirectory();
    Files.delete(inTheWay);
    installation.install(jar, false);
    Files.createDirectories(inTheWay);
    assertThatThrownBy(() -> installation.undo(false)).isInstanceOf(IOException.class);
    assertThat(home.resolve("lib/argus-hbase-2-1.0-dropin.jar")).exists();
    assertThat(Files.readString(site)).contains("io.argus");
  }
}
