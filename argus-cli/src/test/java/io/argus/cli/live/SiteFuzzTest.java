package io.argus.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.argus.cli.install.SiteFile;
import io.argus.core.fuzz.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Site files of HBase, damaged in many ways. */
@Tag("long")
class SiteFuzzTest {
  private static final String SITE =
      """
      <?xml version="1.0"?>
      <!-- a comment -->
      <configuration>
        <property><name>hbase.zookeeper.quorum</name><value>a,b:2182</value></property>
        <property><name>zookeeper.znode.parent</name><value>/hbase</value></property>
        <property><name>argus.alpha</name><value>0.7</value></property>
        <property><name>hbase.bucketcache.size</name><value>512</value></property>
      </configuration>
      """;

  private static final String BOMB =
      """
      <?xml version="1.0"?>
      <!DOCTYPE configuration [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d SYSTEM "file:///etc/passwd">]>
      <configuration><property><name>&c;</name><value>&d;</value></property></configuration>
      """;

  @TempDir private Path directory;

  @Test
  void siteFiles() throws Exception {
    Path bomb = Files.writeString(directory.resolve("bomb.xml"), BOMB);
    assertThatIOException().isThrownBy(() -> SiteFile.read(bomb)).withMessageContaining("DOCTYPE");
    Path file = directory.resolve("hbase-site.xml");
    Fuzz.of("site file", SITE.getBytes(StandardCharsets.UTF_8))
        .slower(2)
        .refusing(IOException.class)
        .run(
            document -> {
              Files.write(file, document);
              SiteLocation location = SiteLocation.of(file);
              assertThat(location.connect()).isNotEmpty();
              assertThat(location.settings().problems())
                  .allMatch(problem -> problem.length() < 2_000);
              SiteFile site = SiteFile.read(file);
              site.set("argus.mode", "off");
              site.remove("argus.alpha");
              Files.writeString(directory.resolve("changed.xml"), site.text());
              assertThat(SiteFile.read(directory.resolve("changed.xml")).get("argus.mode"))
                  .contains("off");
            });
  }
}
