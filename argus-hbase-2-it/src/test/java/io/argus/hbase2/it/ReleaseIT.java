package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.argus.cli.install.HBaseRelease;
import io.argus.cli.install.SiteFile;
import io.argus.cluster.runtime.Plugin;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.TestCluster;
import io.argus.contract.UnpackedRelease;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The release as an operator has it: beside a stock HBase, with Java and without Maven. */
class ReleaseIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String STOCK_SITE =
      """
      <?xml version="1.0"?>
      <!-- As it was. -->
      <configuration>
        <property><name>hbase.coprocessor.master.classes</name><value></value></property>
      </configuration>
      """;

  @TempDir private Path directory;

  private UnpackedRelease release;
  private Path hbase;

  @BeforeEach
  void stockHBase() throws Exception {
    hbase = directory.resolve("hbase");
    Files.createDirectories(hbase.resolve("lib"));
    Files.createDirectories(hbase.resolve("conf"));
    Files.createFile(hbase.resolve("lib/hbase-server-2.6.4.jar"));
    Files.writeString(hbase.resolve("conf/hbase-site.xml"), STOCK_SITE);
  }

  private String argus(String... words) throws Exception {
    CliRun run = release.run(words);
    assertThat(run.exitCode()).as(String.join(" ", words) + ": " + run).isZero();
    return run.out();
  }

  private List<Path> filesOfHBase() throws Exception {
    try (Stream<Path> files = Files.walk(hbase)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** What the servers of the installation have on their class path and in their site file. */
  private Plugin installed() throws Exception {
    SiteFile site = SiteFile.read(hbase.resolve("conf/hbase-site.xml"));
    Map<String, String> keys = new TreeMap<>();
    for (String key : HBaseRelease.HBASE_2_6.keys().keySet()) {
      keys.put(key, site.get(key).orElseThrow());
    }
    List<Path> jars =
        filesOfHBase().stream()
            .filter(file -> file.getFileName().toString().startsWith("argus-"))
            .toList();
    return new Plugin("argus", jars, keys);
  }

  /** Installs it, looks at a cluster that runs so, and takes it out again. */
  private void installedAndTakenOut(ThrowingConsumer<String> look) throws Exception {
    release.requireChecksums();
    List<Path> before = filesOfHBase();
    argus("install", "--hbase-home", hbase.toString());
    Plugin plugin = installed();
    assertThat(plugin.jars()).hasSize(1);

    try (TestCluster cluster =
        TestCluster.start(HBase2.onHadoop(3), "release", TestCluster.settings(1), plugin)) {
      String site = cluster.conf().toString();
      Eventually.within(SOON, () -> argus("doctor", "--site", site));
      look.accept(site);
    }

    argus("install", "--hbase-home", hbase.toString(), "--undo");
    assertThat(filesOfHBase()).isEqualTo(before);
    assertThat(hbase.resolve("conf/hbase-site.xml")).hasContent(STOCK_SITE);
  }

  @Test
  void theArchiveIsInstalledWatchedSteeredAndTakenOutAgain() throws Exception {
    release = UnpackedRelease.in(directory);
    installedAndTakenOut(this::steer);
  }

  private void steer(String site) throws Exception {
    for (String mode : List.of("observe", "enforce")) {
      CliRun set = release.run("mode", mode, "--site", site);
      assertThat(set.exitCode()).as(set.toString()).isZero();
      assertThat(set.out()).contains("in force on every server");
      assertThat(set.err()).startsWith("argus: changes the cluster of " + site);
    }
    Map<String, String> environment = Map.of("HBASE_CONF_DIR", site);
    Eventually.within( // status is as of the last reports
        SOON, () -> assertThat(release.run(environment, "status").out()).contains("mode enforce"));
    assertThat(release.run(environment, "settings", "-o", "json").out())
        .contains("\"key\": \"argus.mode\"", "\"from\": \"argus set\"");
  }

  @Test
  void theDebianPackageIsInstalledAndRemoved() throws Exception {
    assumeThat(Path.of("/usr/bin/dpkg")).as("only where there is dpkg").exists();
    release = UnpackedRelease.ofPackage(directory);
    Path usr = directory.resolve("root/usr");
    assertThat(usr.resolve("bin/argus"))
        .hasSameBinaryContentAs(release.home().resolve("bin/argus"));
    assertThat(usr.resolve("share/bash-completion/completions/argus"))
        .hasSameBinaryContentAs(release.home().resolve("completion/argus.bash"));
    installedAndTakenOut(site -> {});
    release.removePackage();
    assertThat(usr).doesNotExist();
  }

  @Test
  void withoutJavaItSaysWhatIsMissing() throws Exception {
    release = UnpackedRelease.in(directory);
    assertThat(release.run(Map.of("JAVA_HOME", "/nowhere"), "doctor").err())
        .isEqualToIgnoringNewLines("argus: JAVA_HOME is /nowhere, and there is no bin/java in it");
    Files.delete(release.path().resolve("java"));
    CliRun run = release.run("doctor");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "argus: Java 8 or newer is needed: set JAVA_HOME, or put java on the PATH");
  }
}
